import { dayInWords } from '@mshahara/contract/months'
import type { PlatformTx } from '../../foundation/core/db.ts'
import type { JobCtx, JobDefinition } from '../../foundation/core/job.ts'
import { greeting, plainName } from '../../foundation/core/names.ts'
import { notify } from '../notifications/index.ts'
import { holding } from '../organizations/index.ts'

/** Before a subscription ends, whoever looks after it hears of it: 7, 3, 1 and 0 days before. */

const stages = [0, 1, 3, 7]
/** A server that was off on the day itself still tells. */
const lateDays = 2

interface Ending {
  organization_id: string
  organization: string
  package: string
  to: string
  days: number
  people: { id: string; email: string; first_name: string }[]
}

export const reminders: JobDefinition = {
  name: 'billing.reminders',
  cron: '0 6 * * *',
  work: (job) =>
    job.db.inPlatform(async (tx) => {
      for (const ending of await due(tx, job.today)) await remind(job, tx, ending)
    }),
}

/** Each stage of each end once, which the key of the table sees to. */
const due = (tx: PlatformTx, today: string) =>
  tx.all<Ending>`with ends as (
      select distinct on (s.organization_id) s.organization_id, p.name as package,
        (select max(later."to") from subscriptions later
          where later.organization_id = s.organization_id and later.ended_on is null) as "to"
      from subscriptions s join packages p on p.id = s.package_id
      where s.ended_on is null and s."from" <= ${today}
      order by s.organization_id, s."from" desc, s.number desc),
    told as (
      insert into subscription_reminders (organization_id, "to", days)
      select e.organization_id, e."to", stage.days
      from ends e join organizations o on o.id = e.organization_id and o.status = 'active'
      cross join lateral (select min(n) as days from unnest(${stages}::int[]) n
        where n >= e."to" - ${today}::date) stage
      where e.package <> 'Free' and stage.days is not null
        and e."to" - ${today}::date >= ${-lateDays}::int
      on conflict do nothing returning *)
    select t.organization_id, o.name as organization, e.package, t."to", t.days,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email,
          'first_name', u.first_name) order by u.email)
        from memberships m join users u on u.id = m.user_id
        where m.organization_id = t.organization_id and ${holding('view billing')}), '[]') as people
    from told t join ends e on e.organization_id = t.organization_id
    join organizations o on o.id = t.organization_id`

async function remind({ mail, config }: JobCtx, tx: PlatformTx, ending: Ending) {
  const { organization_id, organization, to, days, people } = ending
  const over = days === 0
  const title = over ? 'Subscription ended' : 'Subscription expiring'
  const when = dayInWords(to)
  const text = over
    ? `Your subscription ended on ${when}. Renew it to use payslip templates again.`
    : `Your subscription ends on ${when}.`
  await notify(
    tx,
    organization_id,
    people.map(({ id }) => id),
    { key: `subscription ${to} ${days}`, title, text, link: '/upgrade' },
  )
  const name = plainName(organization)
  for (const { email, first_name } of people) {
    await mail.send(tx, organization_id, {
      to: email,
      subject: over ? 'Your subscription has ended' : 'Your subscription ends soon',
      greeting: greeting('Dear', first_name),
      paragraphs: [
        over
          ? `The ${ending.package} subscription of ${name} ended on ${when}.`
          : `The ${ending.package} subscription of ${name} ends on ${when}.`,
        'Your data stays as it is. You can pay by M-PESA within a minute.',
      ],
      button: { label: 'See the plans', path: '/upgrade' },
      footnote: `You get this email because you look after the subscription with ${config.letterhead.name}.`,
    })
  }
}
