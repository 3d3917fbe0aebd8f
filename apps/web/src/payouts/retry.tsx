import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { type PayoutRetry, payouts } from '@mshahara/contract/payouts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useAct } from '../ui/act.ts'
import { IconInfoCircle } from '../ui/icons.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Warnings } from '../ui/warnings.tsx'
import classes from './payouts.module.css'

const PaymentsModal = lazy(() => import('./payments-modal.tsx'))

interface Props {
  payroll_id: string
  /** One payout; without it all that have failed. */
  payout_id?: string
  /** What to make sure of before. */
  warnings: string[]
  onClose: () => void
}

/** What will be done is shown before it is: where each goes now, and who is not sent again. */
export function RetryModal(props: Props) {
  const { payroll_id, payout_id, warnings, onClose } = props
  useReturnFocus()
  const [paying, setPaying] = useState(false)
  const read = useRead(payouts.retries, { params: { id: payroll_id } })
  const { data, isFetchedAfterMount, refetch } = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: a record may have been mended since.
  useEffect(() => void refetch(), [])
  const known = isFetchedAfterMount ? data : undefined
  const failed = known?.filter((one) => !payout_id || one.payout_id === payout_id)
  if (paying) {
    return (
      <Suspense fallback={null}>
        <PaymentsModal payroll_id={payroll_id} act="make" onClose={onClose} />
      </Suspense>
    )
  }
  return (
    <Modal opened onClose={onClose} title={payout_id ? 'Retry Payout' : 'Retry All Failed'}>
      <Stack gap="md">
        {failed ? <Plan failed={failed} single={!!payout_id} /> : <Skeleton height={80} />}
        <Warnings of={warnings} />
        <div className="modal-foot">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          {failed?.some(({ orders }) => orders) && (
            <Button
              variant={failed.some(({ to }) => to) ? 'default' : 'filled'}
              onClick={() => setPaying(true)}
            >
              Make Payments
            </Button>
          )}
          {failed?.some(({ to }) => to) && <Send {...props} />}
        </div>
      </Stack>
    </Modal>
  )
}

function Send({ payroll_id, payout_id, onClose }: Props) {
  const one = useAct(payouts.retry, { notice: 'Payout successfully resubmitted' })
  const all = useAct(payouts.retryAll, {
    notice: ({ count, refused, message }) => {
      if (refused > 0) return message
      return count === 1
        ? 'Payout successfully resubmitted'
        : `${count} payouts successfully resubmitted`
    },
  })
  const send = async () => {
    const sent = payout_id
      ? await one.run({ params: { id: payout_id } })
      : await all.run({ params: { id: payroll_id } })
    if (sent) onClose()
  }
  return (
    <Button loading={one.busy || all.busy} onClick={() => void send()}>
      {payout_id ? 'Retry' : 'Retry All Failed'}
    </Button>
  )
}

function Plan({ failed, single }: { failed: PayoutRetry[]; single: boolean }) {
  const going = failed.filter(({ to }) => to !== null)
  const staying = failed.filter(({ to }) => to === null)
  return (
    <>
      {going.length > 0 && <Text size="sm">{questionOf(going.length, single)}</Text>}
      {failed.length === 0 && <Text size="sm">Nothing is left to retry here.</Text>}
      <Sent going={going} />
      {staying.length > 0 && (
        <Alert
          color="yellow"
          title={
            staying.length === 1 ? '1 is not sent again' : `${staying.length} are not sent again`
          }
          icon={<IconInfoCircle size={18} aria-hidden />}
        >
          <ul className={classes.names} aria-label="Not sent again">
            {staying.map(({ payout_id, name, refusal }) => (
              <li key={payout_id}>
                <span className={classes.who}>{name}</span>
                <span className={classes.why}>{refusal}</span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

const questionOf = (count: number, single: boolean) => {
  if (single) return 'Do you want to retry this payout?'
  return count === 1
    ? 'Do you want to retry the payout that failed?'
    : `Do you want to retry the ${count} payouts that failed?`
}

/** As many as one reads; those that go elsewhere first. */
const mostShown = 50

function Sent({ going }: { going: PayoutRetry[] }) {
  if (going.length === 0) return null
  const moved = (one: PayoutRetry) => Number(one.moved_from !== null)
  const shown = going.toSorted((one, other) => moved(other) - moved(one)).slice(0, mostShown)
  return (
    <div>
      <ul className={classes.names} aria-label="Sent again">
        {shown.map((one) => (
          <li key={one.payout_id}>
            <span className={classes.who}>{one.name}</span>
            <span className={classes.why}>{wayOf(one)}</span>
          </li>
        ))}
      </ul>
      {going.length > shown.length && (
        <Text size="sm" c="dimmed">{`and ${going.length - shown.length} more`}</Text>
      )}
    </div>
  )
}

const wayOf = ({ to, moved_from, asks }: PayoutRetry) =>
  `To ${to}${moved_from ? `, no longer to ${moved_from}` : ''}.` +
  (asks ? ' The provider is first asked whether the last one really failed.' : '')
