import { type Limit, spend } from '../../foundation/core/attempts.ts'
import { dayOf } from '../../foundation/core/clock.ts'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { PlatformTx, Tx } from '../../foundation/core/db.ts'
import { mayNotifyOfDetails } from '../../foundation/mail/budget.ts'
import { languageOf } from '../../foundation/mail/letter-to.ts'
import { canText, recordText, stopHint } from '../../foundation/mail/texts.ts'
import { addressChanged, addressChangedText } from './letters.ts'
import { loginByEmail } from './logins.ts'

/**
 * Whoever keeps the records could become somebody who never signed in, by writing an address of
 * their own on the record. The person is told wherever they were reached before, and what that
 * login agrees to in the seven days after its first sign-in is marked for whoever decides about it.
 */

const markedDays = 7
const reachedDays = 30

/** Nobody is sent many texts they did not ask for; of one organisation, whatever others send. */
const texted: Limit[] = [
  { name: 'texts about an address', seconds: 24 * 3600, account: 3 },
  { name: 'texts about addresses', seconds: 24 * 3600, organization: 200 },
]

export interface Reached {
  first_name: string
  email: string | null
  phone: string | null
}

interface Moved {
  before: Reached
  /** Whose record it is, and the login that had been invited. */
  employee_id: string | null
  user_id?: string
  /** The new address. */
  email: string | null
}

/**
 * By text, where one can be sent, and by letter: wherever the record led in the last 30 days. Says
 * whether anything went anywhere.
 */
export async function notifyFormerAddress(
  tx: PlatformTx,
  ctx: Ctx,
  from: string,
  moved: Moved,
): Promise<boolean> {
  const organization = myOrganization(ctx)
  const { name } = me(ctx)
  const { phones, emails } = await reachedLately(tx, ctx, moved)
  let told = false
  for (const phone of canText(ctx) ? phones : []) {
    const account = `${organization} ${phone}`
    if (!(await spend(tx, ctx, texted, { account, organization }))) continue
    const text = addressChangedText(from, name, stopHint(ctx))
    if (await recordText(tx, ctx, organization, { to: phone, text, alert: true })) told = true
  }
  const { first_name } = moved.before
  for (const email of emails) {
    if (!(await mayNotifyOfDetails(tx, ctx, email))) continue
    const language = languageOf(await loginByEmail(tx, email))
    const reader = { first_name, email, language }
    await ctx.mail.send(tx, organization, addressChanged(reader, from, name))
    told = true
  }
  return told
}

/** For whoever changed it. */
export const warningOf = (told: boolean) =>
  told
    ? {}
    : {
        warning:
          'The person could not be told of the changed email address: nothing could be sent to a ' +
          'phone or address that the record had before. Please tell them yourself.',
      }

/** Whoever changes the phone first and the address next is not the only one to hear of it. */
async function reachedLately(tx: PlatformTx, ctx: Ctx, moved: Moved) {
  const { before, employee_id, user_id, email } = moved
  const rows = await tx.all<{ phone: string | null; email: string | null }>`
    with logged as (select l.log_name, l.properties -> 'old' as old from activity_log l
      where l.organization_id = ${myOrganization(ctx)} and l.log_name in ('employees', 'users')
        and l.subject_id in (${employee_id}::text, ${user_id ?? null}::text)
        and l.created_at > ${ctx.now}::timestamptz - make_interval(days => ${reachedDays}))
    select old ->> 'phone' as phone, old ->> 'email' as email from logged
      where log_name = 'employees'
    union select old -> 'invited_as' ->> 'phone', old -> 'invited_as' ->> 'email' from logged
      where log_name = 'users'`
  const all = [before, ...rows]
  const distinct = (values: (string | null)[]) => new Set(values.filter((one) => one !== null))
  const emails = distinct(all.map((one) => one.email))
  emails.delete(email ?? '')
  return { phones: distinct(all.map(({ phone }) => phone || null)), emails }
}

export const noteAddressChange = (
  tx: PlatformTx,
  ctx: Ctx,
  { employee_id, told }: { employee_id: string; told: boolean },
) =>
  tx.run`insert into address_changes (organization_id, employee_id, changed_at, changed_by, told)
    values (${myOrganization(ctx)}, ${employee_id}, ${ctx.now}, ${me(ctx).id}, ${told})`

export interface Agreed {
  employee_id: string
  name: string
  at: string
}

interface Mark {
  n: number
  kind: 'changed' | 'shared'
  changed_at: string
  by: string | null
  told: boolean
}

/** A sentence for each of these acts that somebody else than the person may be behind. */
export async function addressMarks(tx: Tx, acts: Agreed[]): Promise<string[]> {
  if (acts.length === 0) return []
  const rows = await tx.all<Mark>`select a.n::int, c.kind, c.changed_at, c.by, c.told
    from unnest(${acts.map(({ employee_id }) => employee_id)}::uuid[],
      ${acts.map(({ at }) => at)}::timestamptz[]) with ordinality a (employee_id, at, n)
    cross join lateral (
      select c.kind, c.changed_at, c.told, nullif(concat_ws(' ', u.first_name, u.last_name), '') as by
      from address_changes c left join users u on u.id = c.changed_by
      where c.employee_id = a.employee_id and c.used_at <= a.at
        and a.at < c.used_at + make_interval(days => ${markedDays})
      order by c.changed_at desc limit 1) c
    order by a.n`
  return rows.map((mark) => `${acts[mark.n - 1]?.name ?? ''}: ${sentenceOf(mark)}`)
}

const makeSure = ' Please make sure that it was really them.'
const nobodyTold = ' Nothing could be sent to where they were reached before.'

function sentenceOf({ kind, changed_at, by, told }: Mark): string {
  const when = `on ${dayOf(new Date(changed_at))} by ${by ?? 'the platform operator'}`
  return kind === 'changed'
    ? `the email address of this login was changed ${when}, before anybody had signed in with it.` +
        `${told ? '' : nobodyTold}${makeSure}`
    : `this record was given ${when} the email address of somebody who was signing in here ` +
        `already.${makeSure}`
}
