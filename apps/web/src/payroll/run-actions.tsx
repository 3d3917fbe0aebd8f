import { Text } from '@mantine/core'
import { type Payroll, payrolls } from '@mshahara/contract/payroll'
import { PaymentButtons } from '../payouts/index.ts'
import { Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { RunActions } from '../ui/run-actions.tsx'
import { ConfirmPayroll } from './confirm-payroll.tsx'

export const PayrollActions = ({ payroll }: { payroll: Payroll }) => (
  <RunActions
    run={payroll}
    calls={payrolls}
    pages={{ list: '/payrolls/employees', payouts: `/payrollPayouts/${payroll.id}` }}
    deleteWords="Delete Payroll"
    confirm={<ConfirmPayroll id={payroll.id} />}
    pay={<PaymentButtons payroll_id={payroll.id} />}
    reverse={(close) => <Reverse payroll={payroll} onClose={close} />}
  />
)

function Reverse({ payroll, onClose }: { payroll: Payroll; onClose: () => void }) {
  return (
    <FormModal
      endpoint={payrolls.reverse}
      title="Reverse Payroll"
      action="Reverse Payroll"
      params={{ id: payroll.id }}
      initial={{ reason: '' }}
      done="Payroll reversed successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${payroll.code} stays on record as reversed. It no longer counts in any report, its payslips no longer verify, and its people can be paid again for ${payroll.month} ${payroll.year}.`}
          </Text>
          <Reason form={form} first />
        </>
      )}
    </FormModal>
  )
}
