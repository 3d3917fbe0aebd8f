import { Button, Group } from '@mantine/core'
import type { casualPayrolls } from '@mshahara/contract/casual-payroll'
import type { payrolls } from '@mshahara/contract/payroll'
import { allows, changes, type RunFacts } from '@mshahara/contract/run-states'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useMay } from '../lib/session.ts'
import { BackButton } from './back-button.tsx'
import { IconHistory, IconListDetails } from './icons.ts'
import { DeleteRun } from './run-buttons.tsx'

interface Props {
  run: RunFacts & { id: string; payout: object | null }
  calls: Pick<typeof payrolls | typeof casualPayrolls, 'remove' | 'reverse' | 'confirm'>
  /** Where the others are, and its payouts. */
  pages: { list: string; payouts: string }
  deleteWords: string
  confirm: ReactNode
  pay: ReactNode
  reverse: (close: () => void) => ReactNode
}

/** What can be done to a run, by its state and the person's rights. */
export function RunActions({ run, calls, pages, deleteWords, confirm, pay, reverse }: Props) {
  const may = useMay()
  const [reversing, setReversing] = useState(false)
  return (
    <Group justify="flex-end">
      <BackButton />
      {allows(run, 'remove') && may(calls.remove) && (
        <DeleteRun endpoint={calls.remove} id={run.id} to={pages.list}>
          {deleteWords}
        </DeleteRun>
      )}
      {/* What has been paid out is not taken back (B13, C23). */}
      {allows(run, 'reverse') && may(calls.reverse) && !run.payout && (
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => setReversing(true)}
        >
          Reverse Payroll
        </Button>
      )}
      {changes(run, 'confirm') && may(calls.confirm) && confirm}
      {run.payout && (
        <Button
          component={Link}
          to={pages.payouts}
          variant="default"
          leftSection={<IconListDetails size={16} aria-hidden />}
        >
          Payout Details
        </Button>
      )}
      {allows(run, 'pay') && <Suspense fallback={null}>{pay}</Suspense>}
      {reversing && reverse(() => setReversing(false))}
    </Group>
  )
}
