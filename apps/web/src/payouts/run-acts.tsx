import { Button } from '@mantine/core'
import { type PayoutSummary, payouts } from '@mshahara/contract/payouts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { IconCircleMinus, IconPlayerPlay, IconRefresh } from '../ui/icons.ts'
import { Warnings } from '../ui/warnings.tsx'

/** What can be done about many payouts at once, for whoever may pay. */

export function RetryAll({ summary }: { summary: PayoutSummary }) {
  const { payroll, failed, warnings } = summary
  const may = useMay()(payouts.retryAll)
  const retry = useAct(payouts.retryAll, {
    ask: {
      title: 'Retry All Failed',
      text:
        failed.count === 1
          ? 'Do you want to retry the payout that failed?'
          : `Do you want to retry the ${failed.count} payouts that failed?`,
      ...(warnings.length > 0 && { details: <Warnings of={warnings} /> }),
      action: 'Retry All Failed',
    },
    notice: ({ count, refused, message }) => {
      if (refused > 0) return message
      return count === 1
        ? 'Payout successfully resubmitted'
        : `${count} payouts successfully resubmitted`
    },
  })
  if (!may || failed.count === 0) return null
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={retry.busy}
      onClick={() => void retry.run({ params: { id: payroll.id } })}
    >
      Retry All Failed
    </Button>
  )
}

/** Of the submitted ones, those that nobody has begun to send. */
export function Withdraw({ summary: { payroll, submitted } }: { summary: PayoutSummary }) {
  const may = useMay()(payouts.withdraw)
  const withdraw = useAct(payouts.withdraw, {
    ask: {
      title: 'Withdraw Unsent Payouts',
      text: 'Do you want to stop the payouts that have not been sent yet? Those already sent go on. The ones that are stopped count as failed, and can be retried.',
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
