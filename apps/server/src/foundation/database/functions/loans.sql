-- What was agreed stays, what was paid is only added to, and the two always come to the total.

create or replace function keep_loan() returns trigger language plpgsql as $$
declare
  kept record;
begin
  if TG_OP = 'DELETE' then
    raise exception 'a loan is kept' using errcode = 'check_violation', constraint = 'loans_kept';
  end if;
  if current_user = 'mshahara_eraser' then return new; end if;
  -- What may change is taken over, and then nothing may differ. Every loan of a run comes by here.
  kept := old;
  kept.payslip_id := new.payslip_id;
  kept.claim_told_at := new.claim_told_at;
  kept.outstanding := new.outstanding;
  if old.status = 'pending' then
    kept.status := new.status;
    kept.approver := new.approver;
    kept.approved_at := new.approved_at;
    kept.comments := new.comments;
    kept.rejection_reason := new.rejection_reason;
    kept.withdrawn_at := new.withdrawn_at;
  end if;
  if old.status = 'approved' and new.status = 'cancelled' and old.outstanding = old.total then
    kept.status := new.status;
    kept.cancelled_at := new.cancelled_at;
    kept.cancelled_by := new.cancelled_by;
    kept.cancellation_reason := new.cancellation_reason;
  end if;
  -- The day of the money, as long as nothing was paid.
  if old.status = 'pending' or old.outstanding = old.total then
    kept.disbursed_on := new.disbursed_on;
    kept.first_month := new.first_month;
  end if;
  -- The sums follow the entries, by the trigger of their table and by nothing else.
  if pg_trigger_depth() > 1 then
    kept.deducted := new.deducted;
    kept.repaid := new.repaid;
    kept.rebated := new.rebated;
    kept.written_off := new.written_off;
  end if;
  if kept is distinct from new then
    raise exception 'a loan is kept' using errcode = 'check_violation', constraint = 'loans_kept';
  end if;
  return new;
end $$;

-- The catalogue (`loans/products.ts` in the engine) and what a loan of it comes to (`quoteLoan`): each
-- part is rounded to the cent, what is payable once to the shilling.
create or replace function is_loan_of_product(product_id int, code text, product text, owed_to text,
  guarantors int, term int, rate numeric, processing_fee numeric, insurance_fee numeric,
  amount numeric, interest numeric, total numeric, monthly numeric) returns boolean
language sql immutable as $$
  select exists (select from (values
      (1, 'COL', 'Check-Off Loan', 'lender', 2, 8000, 250000, 1, 6, 6.6, 5, 2),
      (1, 'COL', 'Check-Off Loan', 'lender', 2, 8000, 250000, 7, 9, 5.6, 5, 2),
      (1, 'COL', 'Check-Off Loan', 'lender', 2, 8000, 250000, 10, 12, 4.6, 5, 2),
      (2, 'AWT', 'Water Tank Loan', 'lender', 2, 12000, 37000, 1, 3, 20, 0, 0),
      (3, 'ADV', 'Salary Advance', 'employer', 0, 500, 1000000, 1, 1, 0, 0, 0))
    as o (product_id, code, product, owed_to, guarantors, least, most, term_min, term_max, rate,
      processing, insurance)
    where ($1, $2, $3, $4, $5, $7)
        = (o.product_id, o.code, o.product, o.owed_to, o.guarantors, o.rate)
      and amount between o.least and o.most and term between o.term_min and o.term_max
      and processing_fee = round(amount * o.processing / 100, 2)
      and insurance_fee = round(amount * o.insurance / 100, 2)
      and total = round(amount * (100 + o.processing + o.insurance + o.rate * term) / 100)
      and interest = total - amount - $8 - $9
      and monthly = round(total / term))
$$;

-- The most that somebody may borrow over a term, by the last pay (`maximumLoan` in the engine).
create or replace function maximum_loan(org uuid, employee uuid, term int) returns numeric
language sql stable as $$
  select coalesce((select greatest(0, round(net * 2 / 3, -3)) * term
    from last_net(org, employee) net), 0)
$$;

-- What somebody was paid for the last month that was run, with extra runs of the month.
create or replace function last_net(org uuid, employee uuid) returns numeric language sql stable as $$
  select sum(p.net) from paid_slips p where p.organization_id = org and p.employee_id = employee
    and p.month = (select max(m.month) from paid_slips m
      where m.organization_id = org and m.employee_id = employee and m.kind = 'monthly')
$$;
grant execute on function last_net(uuid, uuid) to mshahara_app, mshahara_platform;

-- The planner takes the entries of a run for a handful, and would compare all with all. A loan whose
-- instalment was taken is no longer held by the payslip: one change says both.
create or replace function add_loan_entries() returns trigger language plpgsql
set enable_nestloop = off as $$
begin
  update loans l set deducted = l.deducted + a.deducted, repaid = l.repaid + a.repaid,
    rebated = l.rebated + a.rebated, written_off = l.written_off + a.written_off,
    payslip_id = nullif(l.payslip_id, a.taken_by)
  from (select organization_id, loan_id,
      coalesce(sum(amount) filter (where kind = 'deduction'), 0) as deducted,
      coalesce(sum(amount) filter (where kind in ('repayment', 'top-up')), 0) as repaid,
      coalesce(sum(amount) filter (where kind = 'rebate'), 0) as rebated,
      coalesce(sum(amount) filter (where kind = 'write-off'), 0) as written_off,
      (array_agg(payslip_id) filter (where kind = 'deduction' and takes_back is null))[1]
        as taken_by
    from added group by 1, 2) a
  where l.organization_id = a.organization_id and l.id = a.loan_id;
  -- What was settled or written off may be owed again by somebody who is back.
  if exists (select from added where takes_back is not null) then
    perform charge_interest_again(array(
      select distinct loan_id from added where takes_back is not null));
  end if;
  return null;
end $$;

-- Interest was left out because somebody left. They are back, or leave on another day: it is charged
-- again, once, as long as the loan runs. What was written off was reckoned without it.
create or replace function charge_interest_again(of_loans uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into loan_entries (organization_id, loan_id, kind, amount, day, takes_back, note, by)
  select n.organization_id, n.loan_id, n.kind, -n.amount,
    (app_now() at time zone 'Africa/Nairobi')::date, n.id,
    case when e.termination_date is null then 'Back at work: interest is charged again'
      else 'Another last day: interest is reckoned again' end,
    coalesce(nullif(current_setting('app.actor', true), ''), 'System')
  from loan_entries n
  join loans l on l.organization_id = n.organization_id and l.id = n.loan_id
  join employees e on e.organization_id = l.organization_id and e.id = l.employee_id
  where n.loan_id = any (of_loans) and n.left_on is not null
    -- A request reaches its own organisation only, whatever it asks for.
    and (session_user <> 'mshahara_app' or n.organization_id = bound_org())
    and l.outstanding > 0 and l.written_off = 0
    and e.termination_date is distinct from n.left_on
    and not exists (select from loan_entries b
      where b.organization_id = n.organization_id and b.takes_back = n.id)
$$;

-- Guarantors of somebody who is back are told again, should there be a claim once more.
create or replace function no_longer_leaving() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform charge_interest_again(array(select l.id from loans l
    where l.organization_id = new.organization_id and l.employee_id = new.id
      and l.outstanding > 0 order by l.id for update));
  update loans l set claim_told_at = null where l.organization_id = new.organization_id
    and l.employee_id = new.id and l.claim_told_at is not null
    and not has_left(new.termination_date, (app_now() at time zone 'Africa/Nairobi')::date);
  return null;
end $$;

-- Months of a loan that have begun by a day (`monthsBegun` in the engine).
create or replace function months_begun(disbursed_on date, day date) returns numeric
language sql immutable as $$
  select 1 + (extract(year from day) - extract(year from disbursed_on)) * 12
    + extract(month from day) - extract(month from disbursed_on)
    - (extract(day from day) < least(extract(day from disbursed_on),
      extract(day from date_trunc('month', day) + interval '1 month - 1 day')))::int
$$;

-- Interest of months that have not begun by a day (`unearnedInterest`).
create or replace function unearned_interest(interest numeric, term int, disbursed_on date, day date)
returns numeric language sql immutable as $$
  select round(interest * greatest(0, term - months_begun(disbursed_on, day)) / term, 2)
$$;

-- What is left out of a loan by hand is interest of months that have not begun, as of today; as of a
-- day that has passed where a primary user says so, and not of their own loan.
create or replace function is_rebate_due(org uuid, loan uuid, rebate numeric, as_of date)
returns boolean language sql stable as $$
  select rebate + l.rebated + l.written_off
      <= unearned_interest(l.interest, l.term_months, l.disbursed_on, as_of)
    and (as_of >= (app_now() at time zone 'Africa/Nairobi')::date
      or bound_is_primary() and not somebody_else_must(l.employee_id, null))
  from loans l where l.organization_id = org and l.id = loan
$$;

-- Repayments, write-offs and what takes them back are the office's; instalments are a run's.
create or replace function guard_loan_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and new.payslip_id is null and exists (select from loans l
      where l.organization_id = new.organization_id and l.id = new.loan_id
        and somebody_else_must(l.employee_id, null)) then
    perform refuse_decision('one''s own loan');
  end if;
  -- Given up, or repaid by another loan: whoever decides about loans.
  if (new.kind = 'write-off' and new.amount > 0 and new.takes_back is null or new.kind = 'top-up')
    and not acts_by_itself() and not exists (select from loans l
      where l.organization_id = new.organization_id and l.id = new.loan_id
        and decides_loan_of(l.employee_id)) then
    perform refuse_decision('a loan');
  end if;
  if not acts_by_itself() and new.kind = 'rebate' and new.takes_back is null
    and new.payslip_id is null
    and is_rebate_due(new.organization_id, new.loan_id, new.amount, new.day) is not true then
    perform refuse_decision('a loan');
  end if;
  if acts_by_itself() or bound_is_primary() or bound_may_or_operator('edit loans')
    or new.payslip_id is not null and (bound_may_or_operator('approve payrolls')
      or bound_may_or_operator('delete payrolls')) then
    return new;
  end if;
  perform refuse_decision('a loan');
  return null;
end $$;

-- An entry is what it says: a deduction stands on the payslip, a top-up has its loan, interest is left
-- out for whoever leaves or settles, and what takes back is the same with the other sign.
create or replace function check_loan_entries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Nobody is back at this moment.
  perform from employees e where (e.organization_id, e.id) in (
      select l.organization_id, l.employee_id from added n join loans l
        on l.organization_id = n.organization_id and l.id = n.loan_id where n.left_on is not null)
    for share;
  if exists (select from added n where not loan_entry_fits(n.organization_id, n.id)
      or n.kind = 'write-off' and n.amount < 0 and n.takes_back is null and not exists (
        select from added r where r.loan_id = n.loan_id and r.act = n.act
          and r.kind = 'repayment' and r.amount = -n.amount)) then
    raise exception 'an entry does not fit its loan' using errcode = 'check_violation',
      constraint = 'loan_entries_fit';
  end if;
  return null;
end $$;

create or replace function loan_entry_fits(org uuid, entry uuid) returns boolean
language sql stable as $$
  select case
    when n.takes_back is not null then exists (select from loan_entries b
      where b.organization_id = org and b.id = n.takes_back and b.takes_back is null
        and (b.loan_id, b.kind, b.amount) = (n.loan_id, n.kind, -n.amount)
        and (b.payslip_id is null or b.left_on is not null or exists (
          select from payslips p join payrolls r
            on r.organization_id = p.organization_id and r.id = p.payroll_id
          where p.organization_id = org and p.id = b.payslip_id and r.status = 'reversed')))
    when n.kind = 'write-off' then n.payslip_id is null
    when n.amount < 0 then false
    when n.kind = 'deduction' then exists (select from payslips p,
        jsonb_array_elements(p.deductions) line
      where p.organization_id = org and p.id = n.payslip_id and p.employee_id = l.employee_id
        and p.frozen and not p.void and line ->> 'kind' = 'loan'
        and line ->> 'id' = l.id::text and (line ->> 'amount')::numeric = n.amount * 100)
    when n.left_on is not null then exists (select from employees e
        where e.organization_id = org and e.id = l.employee_id
          and e.termination_date = n.left_on)
      and l.rebated + l.written_off
        <= unearned_interest(l.interest, l.term_months, l.disbursed_on,
          greatest(n.left_on, l.disbursed_on))
      -- With final pay, or once they have left.
      and case when n.payslip_id is null
        then has_left(n.left_on, (app_now() at time zone 'Africa/Nairobi')::date)
        else exists (select from payslips p where p.organization_id = org
          and p.id = n.payslip_id and p.employee_id = l.employee_id and p.frozen and not p.void
          and p.month = to_char(n.left_on, 'YYYY-MM')) end
    when n.payslip_id is not null then false
    when n.kind = 'rebate' then l.outstanding = 0
    when n.kind = 'top-up' then exists (select from loans t where t.organization_id = org
      and t.tops_up = l.id and t.status = 'approved')
    else true end
  from loan_entries n join loans l on l.organization_id = org and l.id = n.loan_id
  where n.organization_id = org and n.id = entry
$$;

create or replace function keep_loan_entry() returns trigger language plpgsql as $$
begin
  if TG_OP = 'UPDATE' and current_user = 'mshahara_eraser' then return new; end if;
  raise exception 'entries of a loan are only added to' using errcode = 'check_violation',
    constraint = 'loan_entries_kept';
end $$;

-- At commit: what is to be repaid month by month is what is owed.
create or replace function loan_schedule_adds_up() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.total is distinct from (select sum(i.amount) from loan_instalments i
      where i.organization_id = new.organization_id and i.loan_id = new.id) then
    raise exception 'the schedule of a loan does not add up' using errcode = 'check_violation',
      constraint = 'loans_schedule';
  end if;
  return null;
end $$;

-- A schedule is replaced as a whole, while all of it is owed.
create or replace function keep_loan_schedule() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'DELETE' and exists (select from loans l where l.organization_id = old.organization_id
      and l.id = old.loan_id and l.outstanding = l.total) then
    return old;
  end if;
  raise exception 'a loan is kept' using errcode = 'check_violation', constraint = 'loans_kept';
end $$;

create or replace function loan_schedule_stays() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from loans l where l.organization_id = old.organization_id
      and l.id = old.loan_id and l.status = 'approved' and l.total is distinct from (
        select sum(i.amount) from loan_instalments i
        where i.organization_id = l.organization_id and i.loan_id = l.id)) then
    raise exception 'the schedule of a loan does not add up' using errcode = 'check_violation',
      constraint = 'loans_schedule';
  end if;
  return null;
end $$;

alter function loan_schedule_adds_up() owner to mshahara_platform;
alter function keep_loan_schedule() owner to mshahara_platform;
alter function loan_schedule_stays() owner to mshahara_platform;
call as_platform('no_longer_leaving()', 'check_loan_entries()', 'maximum_loan(uuid, uuid, int)',
  'is_loan_of_product(int, text, text, text, int, int, numeric, numeric, numeric, numeric, numeric,
    numeric, numeric)',
  'loan_entry_fits(uuid, uuid)', 'months_begun(date, date)', 'guard_loan_entry()',
  'unearned_interest(numeric, int, date, date)', 'is_rebate_due(uuid, uuid, numeric, date)');
call for_requests('charge_interest_again(uuid[])');
