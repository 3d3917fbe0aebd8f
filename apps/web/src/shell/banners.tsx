import { settings } from '@mshahara/contract/settings'
import { limitReached, subscriptionStatus, subscriptions } from '@mshahara/contract/subscriptions'
import { useRead } from '../lib/api.ts'
import { date, today } from '../lib/format.ts'
import { useProfile } from '../lib/session.ts'
import { IconAlertTriangle, IconInfoCircle } from '../ui/icons.ts'
import classes from './banners.module.css'

type Tone = 'quiet' | 'info' | 'danger'

function Banner({ tone, children }: { tone: Tone; children: string }) {
  const Icon = tone === 'danger' ? IconAlertTriangle : IconInfoCircle
  return (
    <p className={classes.banner} data-tone={tone}>
      <Icon size={17} aria-hidden />
      {children}
    </p>
  )
}

/** What everybody should know first: whether real money moves, and when the subscription ends. */
export function Banners() {
  const { role, organization_id } = useProfile()
  const { data: config } = useRead(settings.config, undefined, { fixed: true })
  const mode = config?.payments_mode
  return (
    <section aria-label="Notices">
      {mode && mode !== 'production' && (
        <Banner tone="quiet">{`Payments run in ${mode} mode. No real money moves.`}</Banner>
      )}
      {organization_id && role !== 'employee' && <SubscriptionBanners />}
    </section>
  )
}

function SubscriptionBanners() {
  const { data: subscription } = useRead(subscriptions.current)
  if (!subscription) return null
  const status = subscriptionStatus(subscription, today())
  const { employees, employee_count, to } = subscription
  return (
    <>
      {status !== 'active' && (
        <Banner tone={status === 'expired' ? 'danger' : 'info'}>
          {`Your subscription ${status} on ${date(to)}`}
        </Banner>
      )}
      {limitReached(employees, employee_count) && (
        <Banner tone="danger">{`Subscription exceeds limit of ${employees} employees.`}</Banner>
      )}
    </>
  )
}
