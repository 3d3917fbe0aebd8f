import type { World } from './world.ts'

/** What else becomes known of a person (person.test.ts), apart from their pay. */

/** They were in the office then: ordered, and paid from their own phone. */
export async function payTheSubscription(world: World, organization: string, id: string) {
  const [order] = await world.rows(
    `insert into payment_orders (organization_id, type, package_id, package, duration, price,
       employees, casuals, subtotal, discount, credit, balance_used, amount, "from", "to",
       extra_days, anchor_day, basis, phone, ordered_by, ordered_name, ordered_email)
     select $1, 'upgrade', 'basic', 'Basic', 1, 2500, 25, 25, 2500, 0, 0, 0, 2500, '2026-03-10',
       '2026-04-10', 0, 10, '', '0722718281', user_id, 'Nyambura Githinji', 'nyambura@example.test'
     from memberships where employee_id = $2 returning id`,
    [organization, id],
  )
  const [push] = await world.rows(
    `insert into payment_pushes (organization_id, order_id, phone, amount)
     values ($1, $2, '0722718281', 2500) returning id`,
    [organization, order?.id],
  )
  await world.rows(
    `insert into payment_steps (organization_id, push_id, what, text)
     values ($1, $2, 'Sent', 'M-PESA has sent the prompt to 0722718281.')`,
    [organization, push?.id],
  )
  await world.rows(
    `insert into provider_events (organization_id, subject, subject_id, provider, kind, body)
     values ($1, 'billing', $2, 'daraja', 'result', '{"PhoneNumber": 254722718281}')`,
    [organization, push?.id],
  )
}

/** Letters of the operator, and their wish to get no more. */
export async function hearFromTheOperator(world: World, id: string) {
  const [{ email }] = await world.rows(
    'select email from users u join memberships m on m.user_id = u.id where m.employee_id = $1',
    [id],
  )
  await world.rows(
    `with letter as (insert into mass_emails (audience, kind, subject, message, recipients,
       unsubscribed, sent_name) values ('all', 'news', 'News', 'x', 2, 0, 'x') returning id)
     insert into mass_email_recipients (mass_email_id, email, state)
     select id, unnest(array[$1, 'other@example.test']), 'sent' from letter`,
    [email],
  )
  await world.rows('insert into unsubscribed (email) values ($1)', [email])
  return email as string
}

/** A loan that was rejected: whoever still owes is not erased. */
export const askForALoan = (world: World, organization: string, id: string) =>
  world.rows(
    `with made as (insert into loans (organization_id, employee_id, product_id, code, product,
       owed_to, guarantors_needed, amount, term_months, rate, processing_fee, insurance_fee,
       interest, total, monthly, max_amount, max_working, purpose, terms, status, approved_at,
       rejection_reason, accepted_from)
     values ($1, $2, 1, 'COL', 'Check-Off Loan', 'lender', 2, 100, 1, 0, 0, 0, 0, 100, 100, 100, '',
       'School fees of the Githinji children', '', 'rejected', now(), 'Nyambura has another loan',
       '203.0.113.7') returning id)
     insert into loan_guarantors (organization_id, loan_id, employee_id, status, rejected_at,
       rejection_reason) select $1, id, $2, 'rejected', now(), 'Nyambura is my cousin' from made`,
    [organization, id],
  )

/** Why they left, and what was agreed about it. */
export const leaveWithDues = (world: World, organization: string, id: string) =>
  world.rows(
    `with made as (insert into leavings (organization_id, employee_id, last_day, reason, notice,
       notice_unit, notice_count, notice_served, leave_days, severance_days, severance_divisor,
       service_pay, gratuity_percent, exempt_reason, recorded_by)
     values ($1, $2, '2026-03-05', 'redundant', 'served', 'days', 28, 28, 0, 15, 26, false, 0,
       'Agreed with Nyambura', 'x') returning id)
     insert into leaving_lines (organization_id, leaving_id, employee_id, place, code, label,
       amount, reason)
     select $1, id, $2, 0, 'property', 'Laptop of Githinji', 100, 'Wairimu lost it' from made`,
    [organization, id],
  )

/** They proposed another address, and had a code sent to their phone. */
export const proposeDetails = (world: World, organization: string, id: string) =>
  world.rows(
    `with made as (insert into detail_proposals (organization_id, employee_id, needs_old, needs_new,
       status, reason) values ($1, $2, false, false, 'open', 'Nyambura asks') returning id),
     texted as (insert into mails (organization_id, recipient, subject, state, lane)
       values ($1, '0722718281', 'Text message', 'sent', 'texts'))
     insert into detail_changes (organization_id, proposal_id, subject, before, after)
     select $1, id, 'address', '{"address": "Plot 271, Kiambu Road"}', '{"address": "Plot 2718"}'
     from made`,
    [organization, id],
  )

/** What two people agreed to when the person was added, who had no id by then. */
export const addedByTwo = (world: World, organization: string, id: string) =>
  world.rows(
    `insert into proposals (organization_id, call, input, acts, needs, title, shown, digest, link,
       made_by, maker, lapses_at)
     select $1, 'employees.create', jsonb_build_object('body', jsonb_build_object(
         'first_name', 'Nyambura', 'id_number', e.id_number)), '{joining}', 'create employees',
       'Add Nyambura', '[{"after": "Nyambura"}]', 'x', '/employees', m.user_id, 'x', now()
     from employees e join memberships m on m.organization_id = $1 and m.role = 'primary'
     where e.id = $2 limit 1`,
    [organization, id],
  )

/** Every row of every table, as text. */
export async function everyRow(world: World) {
  const tables = await world.rows(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind = 'r' and relname not in ('migrations', 'functions')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await world.rows(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return texts
}

/** Every stored file but the anchors of the log. */
export async function filesOf(world: World) {
  const keys: string[] = []
  for await (const key of world.parts.files.list()) keys.push(key)
  return keys.filter((key) => !key.startsWith('anchors/'))
}
