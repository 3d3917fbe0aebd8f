-- Files belong to a state of the payroll they were made of.

-- What goes to an authority.
create or replace function is_return(type text) returns boolean language sql immutable as $$
  select type in ('nhif', 'nssf', 'SEC_B', 'ahl', 'nita', 'helb')
$$;

-- The same people are in several payrolls of the month then, and what one of them took is no return.
create or replace function has_extra_run(org uuid, of_month text) returns boolean
language sql stable as $$
  select exists (select from payrolls p where p.organization_id = org and p.month = of_month
    and is_extra_kind(p.kind) and p.status = 'confirmed')
$$;

-- The state is the run's own, and no draft is ever declared or paid from. The run is held, so that
-- it is neither confirmed nor reversed before the file is on record.
create or replace function file_of_its_run() returns trigger language plpgsql as $$
declare
  run_month text;
begin
  select status, month into new.state, run_month from payrolls
    where organization_id = new.organization_id and id = new.payroll_id and kind <> 'casual'
    for share;
  if new.type <> 'all' and new.state is distinct from 'confirmed' then
    raise exception 'payroll is %', new.state using errcode = 'check_violation',
      constraint = 'byproducts_of_confirmed';
  end if;
  if is_return(new.type) then
    perform hold_month(new.organization_id, run_month);
    if has_extra_run(new.organization_id, run_month) then
      raise exception 'the month has an extra payroll' using errcode = 'check_violation',
        constraint = 'byproducts_of_the_month';
    end if;
  end if;
  return new;
end $$;

-- With its figures or its state a run's files change too: those of a draft are out of date, those of
-- a reversed run must not be used. So are the returns of the months, and the cards of the year, that
-- a run joins or leaves, and what was made of one payroll alone before an extra one came beside it.
create or replace function withdraw_files() returns trigger language plpgsql as $$
begin
  if TG_OP = 'UPDATE' and new.version = old.version and new.status = old.status then
    return new;
  end if;
  update byproducts set withdrawn_at = app_now()
  where organization_id = old.organization_id and payroll_id = old.id and withdrawn_at is null;
  if TG_OP = 'DELETE' then return old; end if;
  if new.status <> old.status then
    update byproducts set withdrawn_at = app_now()
    where organization_id = old.organization_id
      and period in (select declared_in(old)) and withdrawn_at is null;
    if is_extra_kind(old.kind) then
      perform hold_month(old.organization_id, old.month);
      update byproducts b set withdrawn_at = app_now() from payrolls p
      where b.organization_id = old.organization_id and b.withdrawn_at is null
        and is_return(b.type) and p.organization_id = b.organization_id and p.id = b.payroll_id
        and p.month = old.month;
    end if;
  end if;
  return new;
end $$;

-- The months and the years in whose returns and cards a run is: arrears are on the cards of the years
-- that they are of.
create or replace function declared_in(run anyelement) returns setof text language sql stable as $$
  select to_char(d, form) from generate_series(
    date_trunc('month', coalesce((run)."from", ((run).month || '-01')::date)::timestamp),
    coalesce((run)."to", ((run).month || '-01')::date)::timestamp, '1 month') d,
    unnest(array['YYYY-MM', 'YYYY']) form
  where (run).statutory is not false
  union
  -- What casuals have deducted for others than the law is of the month in which their payroll ends.
  select to_char((run)."to", 'YYYY-MM') where (run).statutory is false
    and exists (select from payslips s where s.organization_id = (run).organization_id
      and s.payroll_id = (run).id and s.total_deductions <> s.statutory)
  union
  select left(r.month, 4) from arrears r
  join payslips s on s.organization_id = r.organization_id and s.id = r.payslip_id
  where r.organization_id = (run).organization_id and r.status = 'paid'
    and s.payroll_id = (run).id
$$;

grant execute on function declared_in(anyelement), is_return(text), has_extra_run(uuid, text) to mshahara_app, mshahara_platform;
