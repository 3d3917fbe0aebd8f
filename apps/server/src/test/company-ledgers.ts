import type { Company } from './company.ts'

/** What ledgers and books of a company say, held against what they are kept of. */

/** Sums that are not those of their entries, by whoever keeps them: there are none. */
export const faultsOf = async (company: Company) => [
  ...(await ledgerFaultsOf(company)),
  ...(await bookFaultsOf(company)),
]
const ledgerFaultsOf = ({ organization_id, stage: { payday } }: Company) =>
  payday.rows(
    `select 'leave' as what, b.id::text from leave_balances b
       left join leave_entries n on n.balance_id = b.id where b.organization_id = $1
     group by b.organization_id, b.id
     having b.entitled <> coalesce(sum(n.entitled), 0) or b.used <> coalesce(sum(n.used), 0)
       or b.pending <> coalesce(sum(n.pending), 0)
     union all select 'loan', l.id::text from loans l where l.organization_id = $1
       and l.status = 'approved' and l.outstanding <> l.total - (select coalesce(sum(n.amount), 0)
         from loan_entries n where n.loan_id = l.id)
     union all select 'deducted', l.id::text from loans l where l.organization_id = $1
       and l.deducted <> (select coalesce(sum((line ->> 'amount')::numeric), 0) / 100
         from payslips p, jsonb_array_elements(p.deductions) line where p.organization_id = $1
           and p.frozen and not p.void and line ->> 'id' = l.id::text)
     union all select 'asked for', q.id::text from proposals q join payrolls r on r.id = q.subject_id
       where q.organization_id = $1 and q.state = 'waiting'
         and r.status <> case when q.acts = '{confirming}' then 'draft' else 'confirmed' end
     union all select 'agreed by nobody', r.id::text from payrolls r
       join maker_checker_settings s on s.organization_id = r.organization_id and s.confirming
       where r.organization_id = $1 and r.status <> 'draft' and not exists (select from proposals q
         where q.subject_id = r.id and q.acts = '{confirming}' and q.state = 'agreed'
           and q.checked_by <> q.made_by)
     union all select 'money in', $1::text where (select coalesce(sum(amount), 0)
         from payment_receipts where organization_id = $1)
       <> (select coalesce(sum(amount), 0) from payment_orders
           where organization_id = $1 and state = 'paid')
         + (select coalesce(sum(amount), 0) from payment_credits
           where organization_id = $1 and receipt_id is not null)`,
    [organization_id],
  )

/** Books that are not those of the acts they tell of: every line sums up what it is of. */
const bookFaultsOf = ({ organization_id, stage: { payday } }: Company) =>
  payday.rows(
    `with lines as (select l.line, l.debit - l.credit as amount, e.source_id, e.kind, e.mirrors
       from journal_lines l join journal_entries e on e.organization_id = l.organization_id
         and e.id = l.entry_id where l.organization_id = $1),
     held as (select s.id, s.net from payslips s join payrolls p on p.id = s.payroll_id
       where s.organization_id = $1 and p.status = 'confirmed')
     select 'books: balance' as what, sum(amount)::text as id from lines having sum(amount) <> 0
     union all select 'books: run', p.id::text from payrolls p
       where p.organization_id = $1 and p.status <> case when exists (select from journal_entries e
           where e.source_id = p.id and e.kind = 'run' and e.mirrors is not null) then 'reversed'
         when exists (select from journal_entries e where e.source_id = p.id and e.kind = 'run')
           then 'confirmed' else 'draft' end
     union all select 'books: net pay', b.owed || ' for ' || t.unpaid from
       (select -coalesce(sum(amount), 0) as owed from lines where line like 'net:%') b,
       (select coalesce(sum(h.net), 0) as unpaid from held h
         where not exists (select from payout_attempts a where a.slip_id = h.id
             and a.state = 'paid')
           and not exists (select from cash_payments c where c.id = h.id)
           and not exists (select from payments_recorded r where r.slip_id = h.id
             and r.removed_id is null)) t where b.owed <> t.unpaid
     union all select 'books: loans', b.owed || ' for ' || t.owed from
       (select coalesce(sum(amount), 0) as owed from lines where line like 'loan:%') b,
       (select coalesce(sum(outstanding), 0) as owed from loans where organization_id = $1
         and status = 'approved' and owed_to = 'employer') t where b.owed <> t.owed`,
    [organization_id],
  )
