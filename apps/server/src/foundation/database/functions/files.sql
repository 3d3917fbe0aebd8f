-- Files belong to a state of the payroll they were made of.

-- The state is the run's own, and no draft is ever declared or paid from. The run is held, so that
-- it is neither confirmed nor reversed before the file is on record.
create or replace function file_of_its_run() returns trigger language plpgsql as $$
begin
  select status into new.state from payrolls
    where organization_id = new.organization_id and id = new.payroll_id and kind <> 'casual'
    for share;
  if new.type <> 'all' and new.state is distinct from 'confirmed' then
    raise exception 'payroll is %', new.state using errcode = 'check_violation',
      constraint = 'byproducts_of_confirmed';
  end if;
  return new;
end $$;

-- With its figures or its state a run's files change too: those of a draft are out of date, those of
-- a reversed run must not be used. So are the returns of the months, and the cards of the year, that
-- a run joins or leaves.
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
  end if;
  return new;
end $$;

-- The months and the years in whose returns and cards a run is.
create or replace function declared_in(run anyelement) returns setof text language sql stable as $$
  select to_char(d, form) from generate_series(
    date_trunc('month', coalesce((run)."from", ((run).month || '-01')::date)::timestamp),
    coalesce((run)."to", ((run).month || '-01')::date)::timestamp, '1 month') d,
    unnest(array['YYYY-MM', 'YYYY']) form
  where (run).statutory is not false
$$;

grant execute on function declared_in(anyelement) to mshahara_app, mshahara_platform;
