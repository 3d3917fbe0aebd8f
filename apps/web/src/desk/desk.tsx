import { type DeskNumber, desk, deskGroups } from '@mshahara/contract/desk'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { useProfile } from '../lib/session.ts'
import { Failed } from '../ui/empty.tsx'
import { IconAlertTriangle, IconArrowRight } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import classes from './desk.module.css'

const titles = {
  organizations: 'Organizations',
  money: 'Money',
  server: 'Server',
} as const

/** How the platform stands, in numbers; each leads to its list. */
export default function Desk() {
  const { updated_at } = useProfile()
  const { data, isError, refetch } = useRead(desk.numbers, undefined, { every_ms: 60_000 })
  return (
    <Page title="Desk" subtitle={updated_at ? `Last login: ${dateTime(updated_at)}` : undefined}>
      {data ? (
        deskGroups.map((group) => <Group key={group} group={group} numbers={data} />)
      ) : isError ? (
        <Failed title="The numbers could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Page>
  )
}

function Group({ group, numbers }: { group: DeskNumber['group']; numbers: DeskNumber[] }) {
  const own = numbers.filter((number) => number.group === group)
  if (own.length === 0) return null
  return (
    <section aria-labelledby={`desk-${group}`}>
      <h2 id={`desk-${group}`} className="section-title">
        {titles[group]}
      </h2>
      <ul className={classes.numbers}>
        {own.map((number) => (
          <li key={number.key}>
            <Figure number={number} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const grouped = new Intl.NumberFormat('en-US')

function Figure({ number: { label, count, shown, link, tone } }: { number: DeskNumber }) {
  const due = tone === 'act' && count > 0
  return (
    <Link to={link} className={classes.number} data-due={due || undefined}>
      <span className={classes.label}>
        {due && <IconAlertTriangle size={16} aria-label="Needs attention:" />}
        {label}
      </span>
      <span className={classes.figure}>{shown ?? grouped.format(count)}</span>
      <IconArrowRight size={18} className={classes.arrow} aria-hidden />
    </Link>
  )
}
