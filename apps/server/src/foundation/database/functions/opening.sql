-- Months that another system paid (B34), and payslips here: a month is the one or the other.

-- Opened by one at a time, while nobody confirms a run; runs do not wait for one another.
create or replace function hold_opening(org uuid, alone boolean) returns void language plpgsql as $$
declare
  key constant bigint := hashtextextended('opening ' || org, 0);
begin
  if alone then perform pg_advisory_xact_lock(key);
  else perform pg_advisory_xact_lock_shared(key);
  end if;
end $$;

create or replace function opening_made_by() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.made_by := coalesce((select concat_ws(' ', u.first_name, u.last_name) from users u
    where u.id = bound_user()), 'System');
  new.made_at := app_now();
  return new;
end $$;

-- The last month that was opened comes before the first payslip of the year, and a batch is all that
-- it says: nothing is put beside it later.
create or replace function opening_before_payslips() returns trigger language plpgsql as $$
begin
  perform hold_opening(a.organization_id, true)
    from (select distinct organization_id from added) a;
  if exists (select from added a join payslips s
      on s.organization_id = a.organization_id and s.employee_id = a.employee_id
      where s.frozen and not s.void and left(s.month, 4)::int = a.year
        and right(s.month, 2)::int <= a.last_month) then
    raise exception 'a month is paid here' using errcode = 'check_violation',
      constraint = 'opening_pay_paid';
  end if;
  if exists (select from (select distinct organization_id, batch_id from added) a
      join opening_batches b on b.organization_id = a.organization_id and b.id = a.batch_id
      cross join lateral (select count(distinct o.employee_id) as people,
          sum(o.last_month - o.first_month + 1) as months, sum(o.gross) as gross,
          sum(o.paye) as paye
        from opening_pay o where o.organization_id = b.organization_id and o.batch_id = b.id) t
      where (b.people, b.months, b.gross, b.paye) <> (t.people, t.months, t.gross, t.paye)) then
    raise exception 'a batch has other sums' using errcode = 'check_violation',
      constraint = 'opening_pay_sums';
  end if;
  return null;
end $$;

-- The confirmed runs since then that pay one of its people.
create or replace function runs_since_opening(org uuid, batch uuid)
returns table (code text, month text) language sql stable as $$
  select distinct p.code, p.month from opening_batches b
  join opening_pay o on o.organization_id = b.organization_id and o.batch_id = b.id
  join payslips s on s.organization_id = o.organization_id and s.employee_id = o.employee_id
    and s.frozen and not s.void
  join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
    and p.confirmed_at >= b.made_at
  where b.organization_id = org and b.id = batch order by 2, 1
$$;

create or replace function opening_not_counted_on() returns trigger language plpgsql as $$
begin
  perform hold_opening(old.organization_id, true);
  if exists (select from runs_since_opening(old.organization_id, old.id)) then
    raise exception 'a payroll was confirmed since' using errcode = 'check_violation',
      constraint = 'opening_batches_kept';
  end if;
  return old;
end $$;

-- The cards of the year are others now.
create or replace function withdraw_cards() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one record := coalesce(new, old);
begin
  perform hold_opening(one.organization_id, true);
  update byproducts set withdrawn_at = app_now()
  where organization_id = one.organization_id and period = one.year::text
    and withdrawn_at is null;
  return null;
end $$;

-- Of a run: people whose pay of its month, or of a later one of the year, came from elsewhere.
create or replace function slips_opened_elsewhere(run uuid)
returns table (slip_id uuid, employee_id uuid, source text, year integer, first_month integer,
  last_month integer)
language sql stable as $$
  select s.id, s.employee_id, o.source, o.year::int, o.first_month::int, o.last_month::int
  from payslips s
  join opening_pay o on o.organization_id = s.organization_id and o.employee_id = s.employee_id
    and o.year = left(s.month, 4)::int and o.last_month >= right(s.month, 2)::int
  where s.payroll_id = run
$$;

create or replace function not_opened_elsewhere() returns trigger language plpgsql as $$
begin
  perform hold_opening(new.organization_id, false);
  if exists (select from slips_opened_elsewhere(new.id)) then
    raise exception 'a month was opened with pay from elsewhere' using errcode = 'check_violation',
      constraint = 'payrolls_opened_elsewhere';
  end if;
  return new;
end $$;

call as_platform('opening_made_by()', 'withdraw_cards()');
grant execute on function hold_opening(uuid, boolean), runs_since_opening(uuid, uuid),
  slips_opened_elsewhere(uuid) to mshahara_app, mshahara_platform;
