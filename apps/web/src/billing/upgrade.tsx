import { Alert, Button, Center, Loader, Stack, Text } from '@mantine/core'
import { billing } from '@mshahara/contract/billing'
import { counted } from '@mshahara/contract/counted'
import { organizations } from '@mshahara/contract/organizations'
import { isUnlimited, type Subscription, subscriptions } from '@mshahara/contract/subscriptions'
import { users } from '@mshahara/contract/users'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, fullName } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { Failed } from '../ui/empty.tsx'
import { IconInfoCircle, IconTag } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { type Chosen, PlanCards } from './plan-cards.tsx'
import { NoPrompt, type NoPromptFacts, Processing } from './processing.tsx'

const PaymentModal = lazy(() => import('./payment-modal.tsx'))

/** Subscription Plans: what there is, what one has, and the way to another. */
export default function Upgrade() {
  const may = useMay()
  const mayPay = may(billing.init)
  const plans = useRead(subscriptions.packages)
  const { data: now } = useRead(subscriptions.current)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const renewable = now && now.package.name !== 'Trial' && now.package.name !== 'Free'
  return (
    <Page
      title="Subscription Plans"
      subtitle="Upgrade your plan to access more features and manage more employees"
      actions={
        mayPay &&
        renewable && (
          <Button onClick={() => setChosen(renewalOf(now))}>{`Renew ${now.package.name}`}</Button>
        )
      }
    >
      <Alert color="brand" icon={<IconTag size={18} aria-hidden />} title="Special Offer!">
        Get one month free by renewing your subscription for 12 months.
      </Alert>
      {now?.package.name === 'Trial' && (
        <Alert color="blue" icon={<IconInfoCircle size={18} aria-hidden />}>
          {`You are currently on the Trial Version from ${date(now.from)}. Due ${date(now.to)}`}
        </Alert>
      )}
      {mayPay ? !chosen && <UnderWay /> : <WhomToAsk />}
      {now && <Text>{reachOf(now)}</Text>}
      {plans.data && now && (
        <PlanCards plans={plans.data} now={now} mayPay={mayPay} onChoose={setChosen} />
      )}
      {plans.isPending && (
        <Center py={80}>
          <Stack align="center" gap="xs">
            <Loader aria-hidden />
            <Text c="dimmed">Loading subscription plans...</Text>
          </Stack>
        </Center>
      )}
      {plans.isError && (
        <Failed title="The plans could not be loaded" onRetry={() => void plans.refetch()} />
      )}
      {chosen && (
        <Suspense fallback={null}>
          <PaymentModal {...chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </Page>
  )
}

export const renewalOf = ({ package: { id, name } }: Subscription): Chosen => ({
  type: 'renew',
  package_id: id,
  package_name: name,
})

function reachOf({ employees, employee_count }: Subscription) {
  if (isUnlimited(employees)) return 'Your subscription sets no limit on employees.'
  return `Your subscription allows ${counted(employees, 'employee')}. You have ${employee_count}.`
}

/** A payment that was begun before, in this window or in another one. */
function UnderWay() {
  const { data, refetch } = useRead(billing.current)
  const [unreached, setUnreached] = useState<(NoPromptFacts & { plan: string }) | null>(null)
  const order = data?.order
  if (unreached && !order) {
    const { plan, ...facts } = unreached
    return (
      <Card
        title={`Your payment for ${plan} was not made`}
        actions={
          <Button variant="default" size="xs" onClick={() => setUnreached(null)}>
            Close
          </Button>
        }
      >
        <NoPrompt {...facts} />
      </Card>
    )
  }
  if (data && !data.mpesa && !data.card) {
    return (
      <Alert color="yellow">
        Payments by M-PESA are not set up here yet. Please contact us to change your plan.
      </Alert>
    )
  }
  if (!order) return null
  if (order.state === 'review') {
    return (
      <Alert color="yellow" title={`Your payment for ${order.package} is being looked into`}>
        {order.description}
      </Alert>
    )
  }
  return (
    <Card title={`A payment for ${order.package} is under way`}>
      <Processing
        id={order.id}
        phone={order.phone ?? ''}
        amount={order.amount}
        onFailed={() => void refetch()}
        onNoPrompt={(facts) => setUnreached({ ...facts, plan: order.package })}
      />
    </Card>
  )
}

function WhomToAsk() {
  const may = useMay()
  const { data: organization } = useRead(organizations.get)
  const { data: people } = useRead(users.list, undefined, { enabled: may(users.list) })
  const primaries = people?.filter(
    ({ role: held, status }) => held === 'primary' && status === 'active',
  )
  const names = primaries?.map((person) => `${fullName(person)} (${person.email})`).join(' or ')
  const name = organization?.name ?? 'your organization'
  return (
    <Alert color="blue" icon={<IconInfoCircle size={18} aria-hidden />}>
      {`To change the plan, please ask the primary user of ${name}${names ? `: ${names}` : ''}.`}
    </Alert>
  )
}
