import type { Payout, PayoutSummary } from '@mshahara/contract/payouts'
import { ksh } from '../lib/format.ts'
import { amountColumn, createdColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { IconEye, IconRefresh } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import classes from './payouts.module.css'

export function columnsWith({ of }: PayoutSummary['payroll'], acts: Acts): Column<Payout>[] {
  return [...(of === 'casuals' ? casualColumns : columns), ...commonColumns(acts)]
}

interface Acts {
  open: (payout: Payout) => void
  /** Null for whoever may not pay. */
  retry: ((payout: Payout) => void) | null
}

const named = (title: string, record: string): Column<Payout> => ({
  key: 'name',
  title,
  lead: true,
  link: ({ employee }) => `/${record}/${employee.id}`,
  onCard: ({ name, amount }) => [name, ksh(amount)],
  render: ({ name }) => name,
})
const amountPaid: Column<Payout> = {
  ...amountColumn('amount', 'Amount', ({ amount }: Payout) => amount),
  wideOnly: true,
}

/** To phones, with the code that M-PESA gives. */
const casualColumns: Column<Payout>[] = [
  {
    key: 'casual_no',
    title: 'Casual no',
    oneLine: true,
    yields: 3,
    render: ({ employee }) => employee.employee_no,
  },
  named('Name', 'casual'),
  { key: 'account', title: 'Phone', oneLine: true, render: ({ account }) => account },
  amountPaid,
  {
    key: 'reference',
    title: 'Mpesa Code',
    oneLine: true,
    yields: 2,
    render: ({ reference }) => reference ?? '—',
  },
]

const columns: Column<Payout>[] = [
  {
    key: 'payslip',
    title: 'Payslip#',
    yields: 1,
    link: ({ payslip_id }) => `/payslip/${payslip_id}`,
    render: ({ payslip_id }) => payslip_id.split('-').at(-1),
  },
  {
    key: 'employee_no',
    title: 'Employee no',
    oneLine: true,
    yields: 3,
    render: ({ employee }) => employee.employee_no,
  },
  named('Account name', 'employee'),
  { key: 'account', title: 'Account no', oneLine: true, render: ({ account }) => account },
  {
    key: 'bank',
    title: 'Bank',
    yields: 2,
    render: ({ bank, method }) =>
      method === 'mpesa' ? <span className={classes.code}>{bank}</span> : bank,
  },
  amountPaid,
]

const commonColumns = ({ open, retry }: Acts): Column<Payout>[] => [
  { key: 'status', title: 'Status', render: (payout) => <State payout={payout} /> },
  // In two lines rather than not at all.
  { ...createdColumn, oneLine: false },
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (payout) => (
      <span className={classes.actions}>
        <RowButton icon={IconEye} label={`Details of ${payout.name}`} onClick={() => open(payout)}>
          Details
        </RowButton>
        {retry && payout.status === 'failed' && (
          <RowButton
            icon={IconRefresh}
            label={`Retry ${payout.name}`}
            onClick={() => retry(payout)}
          >
            Retry
          </RowButton>
        )}
      </span>
    ),
  },
]

/** The status, and where it is no good news, why. */
function State({ payout: { status, told, alarm } }: { payout: Payout }) {
  const why = alarm ?? (status === 'failed' || status === 'review' ? told : null)
  return (
    <span className={classes.state}>
      <Status value={status} />
      {why && <span className={`${classes.told} ${alarm ? 'warning' : ''}`}>{why}</span>}
    </span>
  )
}
