-- A change with effect from confirmed months is taken only together with its arrears (B30): what it
-- reaches back to is marked here, whichever road it came, and the next payslip takes it in.

-- Months of these people that were paid and are still true. A run that is being confirmed is waited
-- for: it has not seen the change.
create or replace function mark_salary_arrears() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A first salary reaches back to nothing.
  perform from (select distinct p.id from added a
      join payslips s on s.organization_id = a.organization_id and s.employee_id = a.employee_id
        and s.month >= a.month and not s.void and not s.frozen and not s.extra
      join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
      order by 1) run
    cross join lateral (select from payrolls r where r.id = run.id for share) held;
  insert into arrears (organization_id, employee_id, month)
  select distinct a.organization_id, a.employee_id, s.month from added a
  join payslips s on s.organization_id = a.organization_id and s.employee_id = a.employee_id
    and s.frozen and not s.void and not s.extra
  where (s.month >= a.month
      -- Before the first salary the earliest counts.
      or not exists (select from salaries o where o.organization_id = a.organization_id
        and o.employee_id = a.employee_id and o.month <= s.month))
    and not exists (select from arrears k where k.organization_id = a.organization_id
      and k.employee_id = a.employee_id and k.month = s.month and k.status = 'draft'
      and k.payslip_id is null);
  return null;
end $$;

-- What a payslip says that it paid of other months.
create or replace function arrears_in(input jsonb) returns setof jsonb language sql immutable as $$
  select jsonb_array_elements(coalesce(input -> 'arrears', '[]'))
$$;

-- Each month of arrears was worked out on exactly the payslips that hold of it by then, those that
-- paid arrears of it included, and what marked it was taken in: nothing is paid twice.
create or replace function arrears_do_not_hold(run uuid) returns boolean language sql stable as $$
  select exists (select from payslips s cross join lateral arrears_in(s.input) a
    cross join lateral (select coalesce(array_agg(o.id::text order by o.id::text), '{}') as slips
      from payslips o
      where o.organization_id = s.organization_id and o.employee_id = s.employee_id
        and o.frozen and not o.void and o.id <> s.id and (o.month = a ->> 'month'
          or o.id in (select r.payslip_id from arrears r
            where r.organization_id = s.organization_id and r.employee_id = s.employee_id
              and r.month = a ->> 'month' and r.status = 'paid'
              and exists (select from arrears_in(o.input) b
                where b ->> 'month' = a ->> 'month')))) known
    where s.payroll_id = run
      and (known.slips <> (select array_agg(slip order by slip)
          from jsonb_array_elements_text(a -> 'slips') slip)
        or not exists (select from arrears r where r.organization_id = s.organization_id
          and r.payslip_id = s.id and r.month = a ->> 'month' and r.status = 'paid')))
$$;

-- What a confirmation leaves to later months: the rest of a recovery, and months with arrears that
-- have one payslip more, or one less by a reversal.
create or replace function mark_arrears_left() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into arrears (organization_id, employee_id, month)
  select distinct s.organization_id, s.employee_id, m.month from payslips s
  cross join lateral (
    select a ->> 'month' as month from arrears_in(s.input) a where (a ->> 'rest')::bigint > 0
      and new.status = 'confirmed'
    union select s.month where s.extra and exists (select from arrears r
      where r.organization_id = s.organization_id and r.employee_id = s.employee_id
        and r.month = s.month)) m
  where s.organization_id = new.organization_id and s.payroll_id = new.id
    and not exists (select from arrears k where k.organization_id = s.organization_id
      and k.employee_id = s.employee_id and k.month = m.month and k.status = 'draft'
      and k.payslip_id is null);
  return null;
end $$;

-- The months whose sums a run rests on: its own, and those that it pays arrears of. Always in order.
create or replace function hold_months(org uuid, run uuid) returns void language plpgsql as $$
declare
  m text;
begin
  for m in select p.month from payrolls p where p.organization_id = org and p.id = run
    union select a ->> 'month' from payslips s cross join lateral arrears_in(s.input) a
      where s.organization_id = org and s.payroll_id = run order by 1
  loop
    perform hold_month(org, m);
  end loop;
end $$;

-- Whether tax is withheld from consultants' fees.
create or replace function withholds_tax(org uuid) returns boolean language sql stable as $$
  select p.withhold_consultants from payroll_settings p where p.organization_id = org
$$;

call as_platform('mark_salary_arrears()', 'mark_arrears_left()');
grant execute on function arrears_in(jsonb), arrears_do_not_hold(uuid), hold_months(uuid, uuid),
  withholds_tax(uuid) to mshahara_app, mshahara_platform;
