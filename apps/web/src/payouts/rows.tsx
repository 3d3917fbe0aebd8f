import type { Payout } from '@mshahara/contract/payouts'
import { payouts } from '@mshahara/contract/payouts'
import { ksh } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { amountColumn, createdColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { IconEye, IconRefresh } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import classes from './payouts.module.css'

export function columnsWith(pays: boolean, open: (payout: Payout) => void): Column<Payout>[] {
  return [
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
    {
      key: 'name',
      title: 'Account name',
      lead: true,
      link: ({ employee }) => `/employee/${employee.id}`,
      onCard: ({ name, amount }) => [name, ksh(amount)],
      render: ({ name }) => name,
    },
    { key: 'account', title: 'Account no', oneLine: true, render: ({ account }) => account },
    {
      key: 'bank',
      title: 'Bank',
      yields: 2,
      render: ({ bank, method }) =>
        method === 'mpesa' ? <span className={classes.code}>{bank}</span> : bank,
    },
    { ...amountColumn('amount', 'Amount', ({ amount }: Payout) => amount), wideOnly: true },
    { key: 'status', title: 'Status', render: (payout) => <State payout={payout} /> },
    createdColumn,
    {
      key: 'actions',
      title: 'Actions',
      actions: true,
      render: (payout) => (
        <span className={classes.actions}>
          <RowButton
            icon={IconEye}
            label={`Details of ${payout.name}`}
            onClick={() => open(payout)}
          >
            Details
          </RowButton>
          {pays && payout.status === 'failed' && <Retry payout={payout} />}
        </span>
      ),
    },
  ]
}

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

function Retry({ payout }: { payout: Payout }) {
  const retry = useAct(payouts.retry, {
    ask: {
      title: 'Retry Payout',
      text: 'Do you want to retry this payout?',
      action: 'Retry',
    },
    notice: 'Payout successfully resubmitted',
  })
  return (
    <RowButton
      icon={IconRefresh}
      label={`Retry ${payout.name}`}
      busy={retry.busy}
      onClick={() => void retry.run({ params: { id: payout.id } })}
    >
      Retry
    </RowButton>
  )
}
