import type { Language } from '@mshahara/contract/language'
import { settlementOn } from '@mshahara/engine/loans/figures'
import type { PlatformTx } from '../../foundation/core/db.ts'
import type { JobCtx, JobDefinition } from '../../foundation/core/job.ts'
import { greeting, plainName } from '../../foundation/core/names.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Letter } from '../../foundation/mail/mail.ts'
import { finalPayIsOver } from '../../foundation/pay/final-pay.ts'
import { notify } from '../notifications/index.ts'
import { notBegun } from './ledger.ts'
import { ksh } from './notify.ts'
import { inCents, runningOf } from './rows.ts'

/**
 * Somebody has left and final pay did not cover the loan: it is a claim now, and the guarantors are
 * told, as the terms say. Once for each loan.
 */
export const notifyOfClaims: JobDefinition = {
  name: 'loans.claims',
  cron: '30 6 * * *',
  work: (job) =>
    job.db.inPlatform(async (tx) => {
      await leaveOutUnearned(tx, job.today)
      for (const claim of await newClaims(tx, job.today)) await notifyGuarantors(job, tx, claim)
    }),
}

/**
 * Loan `l` of employee `e` is a claim: whoever borrowed it has left and was paid for the last time.
 * A draft of the last month may still take of it; one of a later month changes nothing.
 */
const isClaim = (today: string): Sql => sql`l.outstanding > 0 and l.disbursed_on <= ${today}
  and ${finalPayIsOver(today)} and not exists (select from payslips p
    where p.organization_id = l.organization_id and p.id = l.payslip_id
      and p.month <= to_char(e.termination_date, 'YYYY-MM'))`

type Left = Parameters<typeof inCents>[0] & {
  organization_id: string
  left_on: string | null
  last_day: string
}

/**
 * Final pay leaves out the interest of months that had not begun on the last day; where there was
 * none, or it was paid before we knew this, it is left out here. The claim is what remains. Nobody
 * is back meanwhile: `no_longer_leaving` holds the person first and the loan then, too.
 */
async function leaveOutUnearned(tx: PlatformTx, today: string) {
  const claims = sql`loans l join employees e
    on e.organization_id = l.organization_id and e.id = l.employee_id where ${isClaim(today)}`
  await tx.run`select from employees where (organization_id, id) in (
    select l.organization_id, l.employee_id from ${claims}) order by id for share`
  const rows = await tx.all<Left>`select l.*, e.termination_date as left_on,
      greatest(e.termination_date, l.disbursed_on) as last_day
    from ${claims} for update of l`
  const entries = rows.flatMap((row) => {
    const { rebate } = settlementOn(runningOf(inCents(row)), row.last_day)
    const { organization_id, id, left_on } = row
    return rebate > 0 ? [{ organization_id, id, left_on, amount: rebate / 100 }] : []
  })
  await tx.run`insert into loan_entries (organization_id, loan_id, kind, amount, day, left_on, note)
    select organization_id, id, 'rebate', amount, ${today}, left_on, ${notBegun}
    from json_to_recordset(${JSON.stringify(entries)})
      as r (organization_id uuid, id uuid, left_on date, amount numeric)`
}

interface Person {
  id: string
  email: string
  first_name: string
  language: Language
}
interface Claim {
  id: string
  organization_id: string
  organization: string
  borrower: string
  product: string
  outstanding: string
  guarantors: Person[]
  primaries: Person[]
}

const newClaims = (tx: PlatformTx, today: string) =>
  tx.all<Claim>`with told as (
      update loans l set claim_told_at = app_now() from employees e
      where e.organization_id = l.organization_id and e.id = l.employee_id
        and l.claim_told_at is null and ${isClaim(today)}
      returning l.organization_id, l.id, l.employee_id, l.product, l.outstanding)
    select t.id, t.organization_id, o.name as organization, t.product, t.outstanding,
      concat_ws(' ', e.first_name, e.last_name) as borrower,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email,
          'first_name', u.first_name, 'language', u.language) order by u.email)
        from loan_guarantors g join memberships m on m.organization_id = g.organization_id
          and m.employee_id = g.employee_id and m.status = 'active'
        join users u on u.id = m.user_id
        where g.organization_id = t.organization_id and g.loan_id = t.id
          and g.status = 'approved'), '[]') as guarantors,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email,
          'first_name', u.first_name, 'language', u.language) order by u.email)
        from memberships m join users u on u.id = m.user_id
        where m.organization_id = t.organization_id and m.role = 'primary'
          and m.status = 'active'), '[]') as primaries
    from told t join organizations o on o.id = t.organization_id
    join employees e on e.organization_id = t.organization_id and e.id = t.employee_id`

async function notifyGuarantors({ mail, today }: JobCtx, tx: PlatformTx, claim: Claim) {
  const { organization_id, id, borrower, product, guarantors, primaries } = claim
  const owed = ksh(centsOf(claim.outstanding))
  const idsOf = (people: Person[]) => people.map((one) => one.id)
  const what = {
    en: `${borrower} has left, and ${owed} of the ${product} is not repaid.`,
    sw: `${borrower} ameondoka kazini, na ${owed} ya ${product} haijalipwa.`,
  }
  await notify(tx, organization_id, idsOf(guarantors), {
    key: `loan claim ${id} ${today}`,
    title: unpaid,
    text: what,
    link: '/guarantor-requests',
  })
  await notify(tx, organization_id, idsOf(primaries), {
    key: `loan claim ${id} ${today}`,
    title: 'A loan became a claim',
    text: what.en,
    link: `/loan/${id}`,
  })
  for (const guarantor of guarantors) {
    await mail.send(tx, organization_id, letterTo(guarantor, claim, owed))
  }
}

const unpaid = {
  en: 'A loan you guarantee is not repaid',
  sw: 'Mkopo uliodhamini haujalipwa',
}
const agreed = {
  en: 'You agreed to guarantee this loan. Your employer will tell you how it is to be repaid.',
  sw: 'Ulikubali kudhamini mkopo huu. Mwajiri wako atakueleza jinsi deni hilo litakavyolipwa.',
}
const see = { en: 'See what you guarantee', sw: 'Tazama unachodhamini' }

function letterTo({ email, first_name, language }: Person, claim: Claim, owed: string): Letter {
  const who = plainName(claim.borrower)
  const where = plainName(claim.organization)
  const left = {
    en: `${who} has left ${where}, and the final pay did not cover the ${claim.product}: ${owed} is still owed.`,
    sw: `${who} ameondoka ${where}, na malipo ya mwisho hayakutosha kulipa ${claim.product}: ${owed} bado inadaiwa.`,
  }
  return {
    to: email,
    language,
    subject: unpaid[language],
    greeting: greeting(language === 'sw' ? 'Mpendwa' : 'Dear', first_name),
    paragraphs: [left[language], agreed[language]],
    button: { label: see[language], path: '/guarantor-requests' },
  }
}
