import { Button } from '@mantine/core'
import { type PayoutSummary, payouts } from '@mshahara/contract/payouts'
import { useState } from 'react'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { IconCircleMinus, IconPlayerPlay, IconRefresh } from '../ui/icons.ts'
import { RetryModal } from './retry.tsx'

/** What can be done about many payouts at once, for whoever may pay. */

export function RetryAll({ summary }: { summary: PayoutSummary }) {
  const { payroll, failed, warnings } = summary
  const may = useMay()(payouts.retryAll)
  const [open, setOpen] = useState(false)
  if (!may || (failed.count === 0 && !open)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Retry All Failed
      </Button>
      {open && (
        <RetryModal payroll_id={payroll.id} warnings={warnings} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Of the submitted ones, those that nobody has begun to send. */
export function Withdraw({ summary: { payroll, submitted } }: { summary: PayoutSummary }) {
  const may = useMay()(payouts.withdraw)
  const withdraw = useAct(payouts.withdraw, {
    ask: {
      title: 'Withdraw Unsent Payouts',
      text: 'Do you want to stop the payouts that have not been sent yet? Those already sent continue. Those that are stopped count as failed, and can be retried.',
      action: 'Withdraw',
      danger: true,
    },
    notice: ({ count }) =>
      count === 1 ? '1 payout withdrawn successfully' : `${count} payouts withdrawn successfully`,
  })
  if (!may || submitted.count === 0) return null
  return (
    <Button
      variant="default"
      leftSection={<IconCircleMinus size={16} aria-hidden />}
      loading={withdraw.busy}
      onClick={() => void withdraw.run({ params: { id: payroll.id } })}
    >
      Withdraw Unsent Payouts
    </Button>
  )
}

export function Resume({ payroll_id }: { payroll_id: string }) {
  const may = useMay()(payouts.resume)
  const resume = useAct(payouts.resume, { notice: ({ message }) => message })
  if (!may) return null
  return (
    <Button
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      loading={resume.busy}
      onClick={() => void resume.run({ params: { id: payroll_id } })}
    >
      Continue Sending
    </Button>
  )
}
