import { organizations } from '@mshahara/contract/organizations'
import { settings } from '@mshahara/contract/settings'
import { limitReached, subscriptionStatus, subscriptions } from '@mshahara/contract/subscriptions'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Renewal } from '../billing/index.ts'
import { useRead } from '../lib/api.ts'
import { date, today } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { usePlace } from '../lib/place.ts'
import { useProfile } from '../lib/session.ts'
import { useSwitchBack } from '../organizations/index.ts'
import { IconAlertTriangle, IconInfoCircle } from '../ui/icons.ts'
import classes from './banners.module.css'
import { shellTexts } from './texts.ts'

type Tone = 'quiet' | 'info' | 'danger' | 'visit'

interface BannerProps {
  tone: Tone
  children: string
  /** What can be done about it. */
  action?: ReactNode
}

function Banner({ tone, children, action }: BannerProps) {
  const Icon = tone === 'danger' ? IconAlertTriangle : IconInfoCircle
  return (
    <p className={classes.banner} data-tone={tone}>
      <Icon size={17} aria-hidden />
      {children}
      {action}
    </p>
  )
}

/** What everybody should know first: when the subscription ends and, at home, if money is real. */
export function Banners() {
  const { role, organization_id } = useProfile()
  const home = usePlace() === '/dashboard'
  const { data: config } = useRead(settings.config, undefined, { fixed: true })
  const mode = config?.payments_mode
  const t = useLaterTexts(shellTexts)
  return (
    <section aria-label={t.notices}>
      {role === 'super-admin' && organization_id && <Visiting />}
      {home && mode && mode !== 'production' && (
        <Banner tone="quiet">{t.paymentsMode({ mode })}</Banner>
      )}
      {organization_id && role !== 'employee' && <SubscriptionBanners />}
    </section>
  )
}

/** The operator always sees whose organisation this is, and the way out. */
function Visiting() {
  const { data: organization } = useRead(organizations.get)
  const { leave, busy } = useSwitchBack()
  const { name = '', status } = organization ?? {}
  const off = status === 'deactivated' ? ', which is deactivated' : ''
  return (
    <Banner
      tone="visit"
      action={
        <button type="button" disabled={busy} onClick={() => void leave()}>
          Leave organization
        </button>
      }
    >
      {`You are working in ${name}${off}, as the platform operator.`}
    </Banner>
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
        <Banner
          tone={status === 'expired' ? 'danger' : 'info'}
          action={
            <Suspense fallback={null}>
              <Renewal subscription={subscription} />
            </Suspense>
          }
        >
          {`Your subscription ${status} on ${date(to)}`}
        </Banner>
      )}
      {limitReached(employees, employee_count) && (
        <Banner tone="danger" action={<Link to="/upgrade">Upgrade</Link>}>
          {`Subscription exceeds limit of ${employees} employees.`}
        </Banner>
      )}
    </>
  )
}
