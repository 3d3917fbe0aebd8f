-- Who is not paid without being ticked by name. The words for it are in `pay/held-back.ts`; whether a
-- payslip was paid already, or must not be, is `payment_blocked_by` (`paid-once.sql`).

-- Of a month its end, or somebody's last day as it was known then; of final dues that day, whenever
-- they are paid; of casual work the last day paid.
create or replace function last_paid_day(org uuid, slip uuid) returns date language sql stable as $$
  select case when s.month is null
    then greatest(lower(s.during), p."from" + length(rtrim(s.lines ->> 'marks', '-P')) - 1)
    when s.leaving_id is not null then (s.person ->> 'termination_date')::date
    else greatest((s.month || '-01')::date,
      least(month_end(s.month), (s.person ->> 'termination_date')::date)) end
  from payslips s join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
  where s.organization_id = org and s.id = slip
$$;

-- Paid only when somebody ticks the name: whoever no run would pay all of it now, suspended, inactive,
-- or gone before the last day that is paid.
drop function if exists is_held_back(text, date, date);
create or replace function is_held_back(status text, last_day date, last_paid_day date)
returns boolean language sql immutable as $$
  select status in ('suspended', 'inactive') or has_left(last_day, last_paid_day)
$$;

grant execute on function last_paid_day(uuid, uuid), is_held_back(text, date, date)
  to mshahara_app, mshahara_platform;
