-- What is confirmed stays.

-- A run can only be reversed, and stays on record as that.
create or replace function keep_payroll() returns trigger language plpgsql as $$
declare
  reversal constant text[] := '{status,reversed_at,reversed_by,reversal_reason,not_signed}';
begin
  if TG_OP = 'UPDATE' and old.status = 'confirmed' and new.status = 'reversed'
      and to_jsonb(new) - reversal = to_jsonb(old) - reversal then
    return new;
  end if;
  raise exception 'payroll is %', old.status using errcode = 'check_violation',
    constraint = 'payrolls_kept';
end $$;

-- A reversal makes payslips void, an erasure makes their person anonymous; nothing else changes one.
create or replace function keep_payslip() returns trigger language plpgsql as $$
begin
  if TG_OP = 'UPDATE' and new.void and not old.void
      and to_jsonb(new) - 'void' = to_jsonb(old) - 'void'
      and exists (select from payrolls p where p.organization_id = old.organization_id
        and p.id = old.payroll_id and p.status = 'reversed') then
    return new;
  end if;
  if TG_OP = 'UPDATE' and current_user = 'mshahara_eraser'
      and to_jsonb(new) - '{person,digest}'::text[] = to_jsonb(old) - '{person,digest}'::text[] then
    return new;
  end if;
  raise exception 'payslip is confirmed' using errcode = 'check_violation',
    constraint = 'payslips_kept';
end $$;

-- What was paid is only ever set free again, when its payslip goes.
create or replace function keep_variable_pay() returns trigger language plpgsql as $$
begin
  if TG_OP = 'UPDATE' and new.status = 'draft' then return new; end if;
  raise exception 'variable pay is paid' using errcode = 'check_violation',
    constraint = 'variable_pay_kept';
end $$;

-- Beside the month's own: the contract has the same list (`extraRunKinds`).
create or replace function is_extra_kind(kind text) returns boolean language sql immutable as $$
  select kind in ('off_cycle', 'correction', 'final')
$$;
grant execute on function is_extra_kind(text) to mshahara_app, mshahara_platform;

-- Whom a run of these days may pay: employed on one of them, and active, or gone since (B8). Whoever is
-- suspended or inactive is in no run until they are back.
create or replace function is_in_pay(status text, since date, until date, first date, last date)
returns boolean language sql immutable as $$
  select since <= last and (until is null or until >= first) and status in ('active', 'terminated')
$$;

-- Whom final dues of a month may be paid to: whoever's last day is over by its end, and is still the
-- one that was recorded. Nobody else is paid after their last day.
create or replace function is_in_final_pay(status text, until date, recorded date, undone boolean,
  last date) returns boolean language sql immutable as $$
  select until is not distinct from recorded and until <= last and not undone
    and status in ('active', 'terminated')
$$;

create or replace function month_end(month text) returns date language sql immutable as $$
  select ((month || '-01')::date + interval '1 month' - interval '1 day')::date
$$;

-- The payslips of a run that it may not pay, or no longer, and why.
create or replace function slips_out_of_pay(run uuid)
returns table (slip_id uuid, payee_id uuid, why text) language sql stable as $$
  select o.slip_id, o.payee_id, case when o.recorded is not null then 'Last day changed since'
    when o.status in ('suspended', 'inactive') then initcap(o.status)
    when o.since > o.last then 'Employed from ' || to_char(o.since, 'DD FMMonth, YYYY')
    else 'Left on ' || to_char(o.until, 'DD FMMonth, YYYY') end
  from (
    select s.id as slip_id, e.id as payee_id, e.status, e.employment_date as since,
      e.termination_date as until, (p.month || '-01')::date as first, month_end(p.month) as last,
      l.last_day as recorded, l.undone_at is not null as undone
    from payrolls p
    join payslips s on s.organization_id = p.organization_id and s.payroll_id = p.id
    join employees e on e.organization_id = s.organization_id and e.id = s.employee_id
    left join leavings l on l.organization_id = s.organization_id and l.id = s.leaving_id
    where p.id = run
    union all
    select s.id, c.id, c.status, c.employment_date, c.termination_date, p."from", p."to", null,
      false
    from payrolls p
    join payslips s on s.organization_id = p.organization_id and s.payroll_id = p.id
    join casuals c on c.organization_id = s.organization_id and c.id = s.casual_id
    where p.id = run) o
  where not case when o.recorded is null
    then is_in_pay(o.status, o.since, o.until, o.first, o.last)
    else is_in_final_pay(o.status, o.until, o.recorded, o.undone, o.last) end
$$;

create or replace function only_those_in_pay() returns trigger language plpgsql as $$
begin
  if exists (select from slips_out_of_pay(new.id)) then
    raise exception 'somebody in it is not to be paid' using errcode = 'check_violation',
      constraint = 'payslips_in_pay';
  end if;
  return null;
end $$;

-- Nothing is added to a run after it was confirmed either, nor what belongs to another period.
create or replace function only_into_drafts() returns trigger language plpgsql as $$
begin
  if exists (select from added a join payrolls p
      on p.organization_id = a.organization_id and p.id = a.payroll_id
      where p.status <> 'draft' or a.extra <> is_extra_kind(p.kind)
        or (a.leaving_id is not null) <> (p.kind = 'final')
        or (case p.kind when 'casual' then a.during <@ daterange(p."from", p."to", '[]')
          else a.month = p.month end) is not true) then
    raise exception 'payroll is confirmed' using errcode = 'check_violation',
      constraint = 'payslips_kept';
  end if;
  if exists (select from added a join payrolls p
      on p.organization_id = a.organization_id and p.id = a.payroll_id
      where (a.corrects is not null) <> (p.kind = 'correction')
        or a.corrects is not null and not exists (select from payslips o
          where o.organization_id = a.organization_id and o.id = a.corrects and o.frozen
            and not o.void and o.corrects is null
            and (o.employee_id, o.month) = (a.employee_id, a.month))) then
    raise exception 'not a correction of this payslip' using errcode = 'check_violation',
      constraint = 'payslips_corrects_paid';
  end if;
  if exists (select from (select distinct payroll_id from added) a, slips_out_of_pay(a.payroll_id) o
      join added n on n.id = o.slip_id) then
    raise exception 'somebody is not to be paid' using errcode = 'check_violation',
      constraint = 'payslips_in_pay';
  end if;
  return null;
end $$;

-- The days of a casual worker's payslip may change in a draft, within the days of the run.
create or replace function days_of_its_run() returns trigger language plpgsql as $$
begin
  perform from payrolls p where p.organization_id = new.organization_id and p.id = new.payroll_id
    and new.during <@ daterange(p."from", p."to", '[]');
  if not found then
    raise exception 'days of another payroll' using errcode = 'check_violation',
      constraint = 'payslips_kept';
  end if;
  return null;
end $$;

-- At commit: what counts as paid is in a run that somebody has confirmed.
create or replace function frozen_is_confirmed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from payrolls p where p.organization_id = new.organization_id and p.id = new.payroll_id
    and p.status <> 'draft';
  if not found then
    raise exception 'payroll is not confirmed' using errcode = 'check_violation',
      constraint = 'payslips_kept';
  end if;
  return null;
end $$;

-- At commit, whoever confirms or reverses and in whatever order: the run has payslips, all frozen by
-- then, and void exactly when it was reversed.
create or replace function confirmed_is_frozen() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'INSERT' or not coalesce((
      select bool_and(s.frozen and s.void = (new.status = 'reversed')) from payslips s
      where s.organization_id = new.organization_id and s.payroll_id = new.id), false) then
    raise exception 'payslips of a confirmed payroll are not frozen'
      using errcode = 'check_violation', constraint = 'payrolls_frozen';
  end if;
  return null;
end $$;

-- A one-off is paid in one month (B23). One for a month whose payslip is confirmed would never be;
-- the run is held meanwhile, so that nobody confirms it at the same moment.
create or replace function one_month_only() returns trigger language plpgsql as $$
declare
  run text;
begin
  new."from" := date_trunc('month', new."from"::timestamp)::date;
  new."to" := (new."from"::timestamp + interval '1 month - 1 day')::date;
  select p.status into run from payslips s
    join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
    where s.organization_id = new.organization_id and s.employee_id = new.employee_id
      and s.month = to_char(new."from", 'YYYY-MM') and not s.void and not s.extra
    for share of p;
  perform from employees e
    where e.organization_id = new.organization_id and e.id = new.employee_id
      and (e.employment_date > new."to" or e.termination_date < new."from");
  if found then
    raise exception 'not employed in the month' using errcode = 'check_violation',
      constraint = 'recur_incomes_employed';
  end if;
  if run = 'confirmed' then
    raise exception 'the month is confirmed' using errcode = 'check_violation',
      constraint = 'recur_incomes_month';
  end if;
  return new;
end $$;

-- A day of payment is of a confirmed run, which is held meanwhile: it is not reversed beside it.
create or replace function payment_of_confirmed() returns trigger language plpgsql as $$
begin
  perform from payrolls p where p.organization_id = new.organization_id and p.id = new.id
    and p.kind <> 'casual' and p.status = 'confirmed' for share;
  if not found then
    raise exception 'payroll is not confirmed' using errcode = 'check_violation',
      constraint = 'payroll_payments_of_confirmed';
  end if;
  return new;
end $$;

-- What people have been paid, or are to be paid on a day, is not taken back (B13).
create or replace function refuse_recorded() returns trigger language plpgsql as $$
begin
  if exists (select from payroll_payments d
      where d.organization_id = new.organization_id and d.id = new.id) then
    raise exception 'a day of payment is recorded' using errcode = 'check_violation',
      constraint = 'payrolls_recorded';
  end if;
  return new;
end $$;

-- Whom the day of payment of a run says to be paid.
create or replace function record_payments(org uuid, run uuid) returns void language sql as $$
  insert into payments_recorded (organization_id, payroll_id, slip_id)
  select s.organization_id, s.payroll_id, s.id from payslips s
  join employees e on e.organization_id = s.organization_id and e.id = s.employee_id
  where s.organization_id = org and s.payroll_id = run
    and (e.pay_by = 'bank' or s.person ->> 'pay_by' is distinct from 'mpesa')
  on conflict do nothing
$$;

create or replace function note_recorded_payment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform record_payments(new.organization_id, new.id);
  return null;
end $$;

-- Whoever counted as paid while their record said bank still does when it says M-PESA again.
create or replace function keep_recorded_payments() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into payments_recorded (organization_id, payroll_id, slip_id)
  select s.organization_id, s.payroll_id, s.id from payslips s
  join payroll_payments d on d.organization_id = s.organization_id and d.id = s.payroll_id
  where s.organization_id = new.organization_id and s.employee_id = new.id
  on conflict do nothing;
  return null;
end $$;

create or replace function note_removed_payment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removal uuid;
begin
  insert into payment_days_removed (organization_id, payroll_id, paid_on, removed_by)
  values (old.organization_id, old.id, old.paid_on, coalesce((select
    concat_ws(' ', u.first_name, u.last_name) from users u where u.id = bound_user()), 'System'))
  returning id into removal;
  perform record_payments(old.organization_id, old.id);
  update payments_recorded set removed_id = removal
  where organization_id = old.organization_id and payroll_id = old.id and removed_id is null;
  return null;
end $$;

alter function confirmed_is_frozen() owner to mshahara_platform;
alter function frozen_is_confirmed() owner to mshahara_platform;
alter function record_payments(uuid, uuid) owner to mshahara_platform;
alter function note_recorded_payment() owner to mshahara_platform;
alter function keep_recorded_payments() owner to mshahara_platform;
alter function note_removed_payment() owner to mshahara_platform;

grant execute on function is_in_pay(text, date, date, date, date), month_end(text),
  is_in_final_pay(text, date, date, boolean, date),
  slips_out_of_pay(uuid) to mshahara_app, mshahara_platform;

-- One run of a month at a time is confirmed or reversed: the next one sees it.
create or replace function hold_month(org uuid, month text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('pay month ' || org || ' ' || month, 0))
$$;

-- A payslip names those of the month that its tax was worked out on (B31).
create or replace function counted_on(input jsonb) returns text[] language sql immutable as $$
  select coalesce(array_agg(slip order by slip), '{}')
  from jsonb_array_elements_text(coalesce(input -> 'earlier' -> 'slips', '[]')) slip
$$;

-- It is confirmed on exactly those that hold by then: otherwise the month's tax would be wrong.
create or replace function confirmed_on_its_month() returns trigger language plpgsql as $$
begin
  perform hold_months(new.organization_id, new.id);
  perform from payslips s cross join lateral (
      select coalesce(array_agg(o.id::text order by o.id::text), '{}') as slips from payslips o
      where o.organization_id = s.organization_id and o.employee_id = s.employee_id
        and o.month = s.month and o.frozen and not o.void and o.payroll_id <> s.payroll_id) known
    where s.organization_id = new.organization_id and s.payroll_id = new.id
      -- What was reversed cannot be corrected either.
      and (counted_on(s.input) <> known.slips
        or s.corrects is not null and s.corrects::text <> all (known.slips)) limit 1;
  if found or arrears_do_not_hold(new.id) then
    raise exception 'another payroll of the month came first' using errcode = 'check_violation',
      constraint = 'payslips_month_to_date';
  end if;
  return null;
end $$;

-- Whatever was worked out on it is reversed first.
create or replace function refuse_counted_on() returns trigger language plpgsql as $$
begin
  perform hold_months(new.organization_id, new.id);
  if exists (select from runs_counting_on(new.id)) then
    raise exception 'a later payroll of the month rests on it' using errcode = 'check_violation',
      constraint = 'payrolls_counted_on';
  end if;
  return new;
end $$;

create or replace function runs_counting_on(run uuid) returns table (code text)
language sql stable as $$
  select distinct p.code from payslips s
  join payslips o on o.organization_id = s.organization_id and o.employee_id = s.employee_id
    and o.month = s.month and o.frozen and not o.void and o.payroll_id <> s.payroll_id
  join payrolls p on p.organization_id = o.organization_id and p.id = o.payroll_id
  where s.payroll_id = run and s.id::text = any (counted_on(o.input))
  union
  -- Arrears of its month, and those that came after arrears that it paid.
  select p.code from payslips s
  join arrears r on r.organization_id = s.organization_id and r.employee_id = s.employee_id
    and r.status = 'paid'
  join payslips o on o.organization_id = r.organization_id and o.id = r.payslip_id
    and o.frozen and not o.void and o.payroll_id <> s.payroll_id
  join payrolls p on p.organization_id = o.organization_id and p.id = o.payroll_id
  where s.payroll_id = run
    and exists (select from arrears_in(o.input) a where a -> 'slips' ? s.id::text)
  order by 1
$$;

grant execute on function hold_month(uuid, text), counted_on(jsonb), runs_counting_on(uuid)
  to mshahara_app, mshahara_platform;

-- What an extra run pays is entered while it is a draft; the run is held meanwhile.
create or replace function off_cycle_draft() returns trigger language plpgsql as $$
declare
  one record := coalesce(new, old);
  run text;
begin
  if TG_TABLE_NAME = 'off_cycle_items' then
    select p.status || ' ' || p.kind into run from payrolls p
      where p.organization_id = one.organization_id and p.id = one.payroll_id for share;
  else
    select p.status || ' ' || p.kind into run from payslips s
      join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
      join off_cycle_items i on i.organization_id = s.organization_id and i.payroll_id = p.id
      where s.organization_id = one.organization_id and s.id = one.payslip_id and i.id = one.item_id
      for share of p;
  end if;
  -- Gone with its run, or with its payslip.
  if run is distinct from 'draft off_cycle' and not (TG_OP = 'DELETE' and run is null) then
    raise exception 'payroll is not an extra draft' using errcode = 'check_violation',
      constraint = 'off_cycle_draft';
  end if;
  return one;
end $$;
