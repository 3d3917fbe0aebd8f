import type pg from 'pg'

/**
 * What was waiting to be sent when a backup was made may have gone out since: put back, it is not
 * sent by itself (A22). Written for the tables of every earlier version too.
 */

const sentence = 'This was waiting when the backup was made; it may have gone out since.'
const stopped = `${sentence} Please look at each message before sending it again.`

/** Stored files that only a waiting message refers to. */
export const isEnclosure = (key: string) => key.startsWith('mail/')

/** Before the triggers are back, so that the log shows what it showed. */
export async function holdBackMail(client: pg.Client) {
  const { rows } = await client.query<{ id: string }>(
    `delete from pgboss.job where name = 'payslips.send'
     returning data -> 'data' ->> 'payroll_id' as id`,
  )
  const { rows: made } = await client.query(
    `select to_regclass('payslip_mails') is not null as payslips,
       to_regclass('mass_email_recipients') is not null as many`,
  )
  await client.query('set local role mshahara_platform')
  // Nobody looks for the words of a code any more.
  await client.query(
    `update mails m set error = $1,
       state = case to_jsonb(m) ->> 'lane' when 'codes' then 'failed' else 'uncertain' end
     where state in ('queued', 'sending')`,
    [sentence],
  )
  if (made[0].payslips) await holdBackPayslips(client, rows)
  if (made[0].many) {
    await client.query(
      `update mass_email_recipients set state = 'uncertain', error = $1
       where state in ('waiting', 'queued')`,
      [sentence],
    )
  }
  await client.query('reset role')
}

/** Also of those whom the job had not yet put on its list. */
async function holdBackPayslips(client: pg.Client, queued: { id: string }[]) {
  const { rows } = await client.query<{ id: string | null }>(
    `update jobs j set state = 'failed', error = $1
     where name = 'payslips.send' and state in ('queued', 'running')
     returning to_jsonb(j) -> 'data' ->> 'payroll_id' as id`,
    [stopped],
  )
  await client.query(
    `update payslip_mails set state = 'uncertain', error = $1 where state = 'queued'`,
    [sentence],
  )
  await client.query(
    `insert into payslip_mails (organization_id, payslip_id, recipient, state, error)
     select s.organization_id, s.id, e.email, 'uncertain', $2
     from paid_slips s join employees e on e.organization_id = s.organization_id
       and e.id = s.employee_id
     where s.payroll_id = any ($1) and e.email is not null
       and (s.person ->> 'email_payslip')::boolean
     on conflict do nothing`,
    [[...queued, ...rows].flatMap(({ id }) => id ?? []), sentence],
  )
}
