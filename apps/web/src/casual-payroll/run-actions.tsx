import { type CasualPayroll, casualPayrolls } from '@mshahara/contract/casual-payroll'
import { PaymentButtons } from '../payouts/index.ts'
import { RunActions } from '../ui/run-actions.tsx'
import { ConfirmCasuals } from './confirm-casuals.tsx'
import { ReverseCasuals } from './reverse-casuals.tsx'

export const CasualPayrollActions = ({ payroll }: { payroll: CasualPayroll }) => (
  <RunActions
    // Worked out as they are made, and never half done.
    run={{ ...payroll, calculated: true, calculation_failed: false }}
    calls={casualPayrolls}
    pages={{ list: '/payrolls/casuals', payouts: `/casualPayrollPayouts/${payroll.id}` }}
    deleteWords="Delete Payments"
    confirm={<ConfirmCasuals payroll={payroll} />}
    pay={<PaymentButtons payroll_id={payroll.id} />}
    reverse={(close) => <ReverseCasuals payroll={payroll} onClose={close} />}
  />
)
