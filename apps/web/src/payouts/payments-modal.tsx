import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { type PayoutPreview, payouts } from '@mshahara/contract/payouts'
import { useEffect, useState } from 'react'
import { useRead, useWrite } from '../lib/api.ts'
import { toast } from '../lib/toast.tsx'
import { Refused } from '../lib/wire.ts'
import { IconRefresh } from '../ui/icons.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Preview } from './preview.tsx'
import { tickedOf, useTicks } from './ticks.ts'

interface Props {
  payroll_id: string
  /** Ordering them, or agreeing to what somebody else has asked for. */
  act: 'make' | 'approve'
  onClose: () => void
}

/** What is ordered is what this shows: when anything has changed, it is shown again first. */
export default function PaymentsModal({ payroll_id, act, onClose }: Props) {
  useReturnFocus()
  const read = useRead(payouts.preview, { params: { id: payroll_id } })
  const { data, isFetchedAfterMount, refetch } = read
  const { preview, tick } = useTicks(isFetchedAfterMount ? data : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page behind knows may be old.
  useEffect(() => void refetch(), [])
  const [told, setTold] = useState<string | null>(null)
  const make = useWrite(payouts.make, { quiet: [409] })
  const approve = useWrite(payouts.approve, { quiet: [409] })

  const order = ({ digest, request, leavers }: PayoutPreview) =>
    act === 'make'
      ? make.run({ params: { id: payroll_id }, body: { digest, leavers: tickedOf(leavers) } })
      : approve.run({ params: { id: request?.id ?? '' } })

  async function send(shown: PayoutPreview) {
    try {
      const { data: done } = await order(shown)
      toast('success', done.message)
      onClose()
    } catch (error) {
      // lib/api.ts has told of anything else.
      if (!(error instanceof Refused) || error.status !== 409) return
      setTold(error.message)
      await refetch()
    }
  }

  const able = preview && preview.count > 0 && (act === 'make' || isOpen(preview))
  return (
    <Modal
      opened
      onClose={onClose}
      title={act === 'make' ? 'Make Payments' : 'Approve Payments'}
      size="lg"
    >
      <Stack gap="md">
        {told && (
          <Alert color="yellow" role="alert" icon={<IconRefresh size={18} aria-hidden />}>
            {told}
          </Alert>
        )}
        {preview ? (
          <Preview {...{ payroll_id, preview }} onTick={act === 'make' ? tick : null} />
        ) : (
          <Skeleton height={220} radius="md" />
        )}
        {preview && <Text size="sm">{questionOf(preview, act)}</Text>}
        <div className="modal-foot">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            disabled={!able}
            loading={make.busy || approve.busy}
            onClick={() => preview && void send(preview)}
          >
            {act === 'approve'
              ? 'Approve Payments'
              : preview?.second_person
                ? 'Ask for Approval'
                : 'Make Payments'}
          </Button>
        </div>
      </Stack>
    </Modal>
  )
}

const isOpen = ({ request }: PayoutPreview) =>
  request !== null && !request.own && !request.overtaken

function questionOf(preview: PayoutPreview, act: Props['act']): string {
  const { count, impossible, second_person, request } = preview
  if (count === 0) return impossible ?? 'Nobody in this payroll can be paid at the moment.'
  if (act === 'make') {
    const asked = 'Do you want to make payments for this payroll? This will initiate bank payouts.'
    return second_person
      ? `${asked} Somebody else who may pay must agree first; they will be notified.`
      : asked
  }
  if (!request) return 'These payments are no longer waiting for approval.'
  if (request.overtaken) return 'Something has changed since: the payments must be requested again.'
  return `${request.requested_by} has asked for these payments. Do you want to approve them? This will initiate bank payouts.`
}
