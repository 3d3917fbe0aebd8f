import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type PayoutRequest, payouts } from '@mshahara/contract/payouts'
import { lazy, Suspense, useState } from 'react'
import { dateTime, ksh } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { IconCircleCheck, IconCircleX, IconClock } from '../ui/icons.ts'
import { people } from './people.ts'

const PaymentsModal = lazy(() => import('./payments-modal.tsx'))

interface Props {
  payroll_id: string
  request: PayoutRequest
}

/** Asked for by one person, waiting for another (C14). */
export function Request({ payroll_id, request }: Props) {
  const pays = useMay()(payouts.approve)
  const [open, setOpen] = useState(false)
  const { requested_by, own, overtaken, count, total, created_at, expires_at } = request
  return (
    <Alert
      color="yellow"
      title={overtaken ? 'Payments must be requested again' : 'Payments are waiting for approval'}
      icon={<IconClock size={18} aria-hidden />}
    >
      <Stack gap="sm">
        <Text size="sm">
          {`${own ? 'You' : requested_by} asked on ${dateTime(created_at)} to pay ${people(count)} `}
          <b className="figures">{ksh(total)}</b>.{' '}
          {overtaken
            ? 'Something about these people has changed since, so this can no longer be approved.'
            : `${own ? 'Somebody else who may pay' : 'Anyone else who may pay'} has until ${dateTime(expires_at)} to approve.`}
        </Text>
        {pays && (
          <Group gap="sm">
            {!own && !overtaken && (
              <Button
                leftSection={<IconCircleCheck size={16} aria-hidden />}
                onClick={() => setOpen(true)}
              >
                Approve Payments
              </Button>
            )}
            <TurnDown request={request} />
          </Group>
        )}
      </Stack>
      {open && (
        <Suspense fallback={null}>
          <PaymentsModal payroll_id={payroll_id} act="approve" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Alert>
  )
}

/** Refused by the second person, or taken back by the first. */
function TurnDown({ request: { id, own, requested_by } }: { request: PayoutRequest }) {
  const decline = useAct(payouts.decline, {
    ask: own
      ? {
          title: 'Withdraw Request',
          text: 'Do you want to withdraw this request? Nothing will be paid.',
          action: 'Withdraw Request',
        }
      : {
          title: 'Decline Payments',
          text: `Do you want to decline these payments? Nothing will be paid, and ${requested_by} is notified.`,
          action: 'Decline',
          danger: true,
        },
    notice: own ? 'Request withdrawn successfully' : ({ message }) => message,
  })
  return (
    <Button
      variant="default"
      leftSection={<IconCircleX size={16} aria-hidden />}
      loading={decline.busy}
      onClick={() => decline.run({ params: { id } })}
    >
      {own ? 'Withdraw Request' : 'Decline'}
    </Button>
  )
}
