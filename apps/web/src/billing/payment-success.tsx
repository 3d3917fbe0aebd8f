import { Button, Group, Text } from '@mantine/core'
import { billing, pollSeconds } from '@mshahara/contract/billing'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { refresh, useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconInfoCircle } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import classes from './plans.module.css'

/** Where a payment leads to. Anybody can open the address: only our server says "received". */
export default function PaymentSuccess() {
  const may = useMay()
  const { payment, card } = useSearch({ strict: false }) as { payment?: unknown; card?: unknown }
  if (!may(billing.check)) return <Nothing />
  if (typeof payment === 'string') return <Ordered id={payment} />
  if (typeof card === 'string') return <ByCard reference={card} />
  return <Nothing />
}

const isOpen = (status: string | undefined) => !status || status === 'Pending'

/** By M-PESA. */
function Ordered({ id }: { id: string }) {
  const { data, isError } = useRead(
    billing.check,
    { body: { payment_details_id: id } },
    { every_ms: (known) => isOpen(known?.status) && pollSeconds * 1000 },
  )
  if (isError) return <Nothing />
  if (!data) return <Waiting />
  if (data.state === 'credited') return <Received>{data.description}</Received>
  if (data.status === 'Completed') return <Received />
  if (data.status === 'Failed') return <Failed reason={data.description} />
  return (
    <Unconfirmed>
      {data.description}
      <br />
      Your plan changes by itself as soon as the payment is confirmed.
    </Unconfirmed>
  )
}

/** The card provider sends people back whatever happened there (A26): we enter what arrived. */
function ByCard({ reference }: { reference: string }) {
  const { data } = useRead(billing.current, undefined, {
    every_ms: (known) => !creditOf(known, reference) && 10 * pollSeconds * 1000,
  })
  const credit = creditOf(data, reference)
  if (credit) {
    return (
      <Received>{`${ksh(credit.amount)} is on your account. Choose your plan to use it.`}</Received>
    )
  }
  return (
    <Unconfirmed>
      No card payment has been reported to us yet. Once it is confirmed, it appears as credit under
      Billing History and you are notified. Its reference is <b>{reference.slice(0, 60)}</b>.
    </Unconfirmed>
  )
}

interface Account {
  credits: { amount: number; reference: string | null }[]
}
const creditOf = (account: Account | null | undefined, reference: string) =>
  account?.credits.find((credit) => credit.reference?.toLowerCase() === reference.toLowerCase())

function Received({ children }: { children?: ReactNode }) {
  useEffect(() => void refresh(), [])
  return (
    <Told title="Payment Successful" icon={<IconCircleCheck size={64} aria-hidden />}>
      <Text size="lg">We have received your payment for the subscription.</Text>
      {children && <Text>{children}</Text>}
    </Told>
  )
}

const Unconfirmed = ({ children }: { children: ReactNode }) => (
  <Told title="Waiting for Confirmation" tone="waits" icon={<IconClock size={64} aria-hidden />}>
    <Text size="lg" role="status">
      Your payment has not been confirmed yet.
    </Text>
    <Text maw={560}>{children}</Text>
  </Told>
)

const Failed = ({ reason }: { reason: string }) => (
  <Told title="Payment Not Completed" tone="failed" icon={<IconCircleX size={64} aria-hidden />}>
    <Text size="lg">This payment was not completed.</Text>
    <Text maw={560}>{reason}</Text>
  </Told>
)

const Nothing = () => (
  <Told title="No Payment" tone="plain" icon={<IconInfoCircle size={64} aria-hidden />}>
    <Text size="lg">There is no payment to show here.</Text>
  </Told>
)

interface ToldProps {
  title: string
  icon: ReactNode
  tone?: 'waits' | 'failed' | 'plain'
  children: ReactNode
}

function Told({ title, icon, tone, children }: ToldProps) {
  const may = useMay()
  return (
    <Page title={title}>
      <div className={`card ${classes.done}`} data-tone={tone}>
        {icon}
        {children}
        <Group justify="center">
          <Button component={Link} to="/dashboard">
            Dashboard
          </Button>
          {may(billing.list) && (
            <Button component={Link} to="/billing" variant="default">
              Billing History
            </Button>
          )}
        </Group>
      </div>
    </Page>
  )
}
