import { analytics } from '@mshahara/contract/analytics'
import type { Endpoint } from '@mshahara/contract/endpoint'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AnnualSummary, OwnSummary } from '../analytics/index.ts'
import { dateTime } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { useMay, useProfile } from '../lib/session.ts'
import { useLimitReached } from '../lib/subscription.ts'
import { Invitations, useInvited } from '../organizations/index.ts'
import { NewestPayslip } from '../payslips/index.ts'
import {
  IconArrowRight,
  IconCash,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '../ui/icons.ts'
import { useTitle } from '../ui/title.ts'
import classes from './dashboard.module.css'
import { Next, useFirstScreen } from './next.tsx'
import { dashboardTexts } from './texts.ts'

const HomeCards = lazy(async () => ({ default: (await import('./home-cards.tsx')).HomeCards }))

interface QuickLink {
  label: string
  text: string
  to: string
  icon: Icon
  /** Names of its texts, where employees have it too. */
  said?: ['profile', 'profileText']
  /** What the link is there for; named, since the first screen needs nothing else of its area. */
  call?: Pick<Endpoint, 'access'>
  /** Where it leads when the subscription allows no more employees. */
  full?: string
}

const quickLinks: QuickLink[] = [
  {
    label: 'Run payroll',
    text: "Prepare a month's pay as a draft",
    to: '/payrolls/employees?add=true',
    icon: IconCash,
    call: { access: 'create payrolls' },
  },
  {
    label: 'Add Employee',
    text: 'Record a person, their pay and bank',
    to: '/add-employee',
    full: '/upgrade',
    icon: IconUsersGroup,
    call: { access: 'create employees' },
  },
  {
    label: 'Add Casual',
    text: 'Record somebody paid by the day',
    to: '/add-casual',
    icon: IconUsers,
    call: { access: 'create casuals' },
  },
  {
    label: 'My Profile',
    text: 'Your details, photo and password',
    said: ['profile', 'profileText'],
    to: '/profile',
    icon: IconUserCircle,
  },
  {
    label: 'Add User',
    text: 'Invite a colleague and set their role',
    to: '/users',
    icon: IconUserPlus,
    call: { access: 'create users' },
  },
]

export default function Dashboard() {
  const t = useLaterTexts(dashboardTexts)
  useTitle(t.title)
  const profile = useProfile()
  const may = useMay()
  const full = useLimitReached()
  const invited = useInvited()
  const { data: said, isLoading } = useFirstScreen()
  const starting = isLoading || Boolean(said?.steps)
  const links = quickLinks.filter(({ call }) => !call || may(call))
  return (
    <div className={classes.page}>
      <section className={classes.welcome}>
        <h1>{(profile.updated_at ? t.welcomeBack : t.welcome)({ name: profile.first_name })}</h1>
        <p>
          {profile.updated_at ? t.lastLogin({ when: dateTime(profile.updated_at) }) : t.firstSignIn}
        </p>
        <Pattern />
      </section>
      {invited.length > 0 && (
        <Suspense fallback={null}>
          <Invitations invited={invited} />
        </Suspense>
      )}
      {profile.employee_id && !may(analytics.annual) && (
        <Suspense fallback={null}>
          <NewestPayslip employee_id={profile.employee_id} />
        </Suspense>
      )}
      {profile.employee_id && !may(analytics.annual) && (
        <Suspense fallback={null}>
          <HomeCards />
        </Suspense>
      )}
      <Next />
      <section aria-labelledby="quick-links">
        <h2 id="quick-links" className="section-title">
          {t.quickLinks}
        </h2>
        <ul className={classes.links}>
          {links.map(({ label, text, said: own, to, full: other, icon: Icon }) => (
            <li key={label}>
              <Link to={full && other ? other : to} className={classes.link}>
                <span className={classes.icon}>
                  <Icon size={22} stroke={1.6} aria-hidden />
                </span>
                <span>
                  <span className={classes.label}>{own ? t[own[0]] : label}</span>
                  <span className={classes.text}>{own ? t[own[1]] : text}</span>
                </span>
                <IconArrowRight size={18} className={classes.arrow} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {profile.role !== 'employee' && may(analytics.annual) && !starting && <AnnualSummary />}
      {profile.role === 'employee' && profile.employee_id && !profile.leaver && (
        <OwnSummary employee_id={profile.employee_id} />
      )}
    </div>
  )
}

/** Rows of chevrons, as woven into a kiondo. */
function Pattern() {
  return (
    <svg className={classes.pattern} viewBox="0 0 320 160" aria-hidden="true" focusable="false">
      {[0, 1, 2, 3, 4].map((row) => (
        <path
          key={row}
          d={`M0 ${30 + row * 30} l20 -20 l20 20 l20 -20 l20 20 l20 -20 l20 20 l20 -20 l20 20 l20 -20 l20 20 l20 -20 l20 20 l20 -20 l20 20 l20 -20 l20 20`}
          fill="none"
          stroke="currentColor"
          strokeWidth="6"
          opacity={0.28 - row * 0.045}
        />
      ))}
    </svg>
  )
}
