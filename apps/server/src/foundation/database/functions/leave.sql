-- What every organisation starts with, and what a balance of leave can never do.

-- ---------------------------------------------------------------- what an organisation starts with

-- Employment Act 2007 (revised edition 2024): annual leave s. 28, maternity and paternity s. 29,
-- pre-adoptive s. 29A, sick leave s. 30. The others are policy. Three months are at most 92 days,
-- one month at most 31.
create or replace function add_leave_seed(org uuid) returns void language plpgsql as $$
begin
  insert into leave_types (organization_id, seeded, name, code, default_days, section, description,
    is_paid, count_by, paid_share, full_pay_days, accrual, carry_over_days, carry_over_until,
    half_days, attachment_after, notice_days, gender, waiting_months, encashable)
  values
    (org, true, 'Annual Leave', 'AL', 21, 's. 28',
      '21 working days with full pay for 12 months of service, 1.75 for each completed month.',
      true, 'working', 100, null, 'monthly', 10, 3, true, null, 7, null, 0, true),
    (org, true, 'Sick Leave', 'SL', 14, 's. 30',
      'After two months of service: 7 days with full pay, then 7 with half pay, with a certificate.',
      true, 'working', 50, 7, 'upfront', 0, null, true, 1, 0, null, 2, false),
    (org, true, 'Maternity Leave', 'ML', 92, 's. 29',
      'Three months with full pay, 7 days of notice. Annual leave is not forfeited.',
      true, 'calendar', 100, null, 'upfront', 0, null, false, 0, 7, 'Female', 0, false),
    (org, true, 'Paternity Leave', 'PL', 14, 's. 29(8)',
      'Two weeks with full pay.',
      true, 'calendar', 100, null, 'upfront', 0, null, false, null, 0, 'Male', 0, false),
    (org, true, 'Pre-adoptive Leave', 'PA', 31, 's. 29A',
      'One month with full pay from the placement of the child, 14 days of notice.',
      true, 'calendar', 100, null, 'upfront', 0, null, false, 0, 14, null, 0, false),
    (org, true, 'Compassionate Leave', 'CL', 5, null,
      'Not in the Act: as the organization decides.',
      true, 'working', 100, null, 'upfront', 0, null, true, null, 0, null, 0, false),
    (org, true, 'Study Leave', 'ST', 10, null,
      'Not in the Act: as the organization decides.',
      true, 'working', 100, null, 'upfront', 0, null, true, null, 14, null, 0, false),
    (org, true, 'Unpaid Leave', 'UL', 30, null,
      'Lowers the pay of the month by its calendar days.',
      false, 'working', 0, null, 'upfront', 0, null, true, null, 0, null, 0, false);
  perform add_leave_holidays(org,
    extract(year from app_now() at time zone 'Africa/Nairobi')::int + 2);
end $$;

create or replace function seed_leave() returns trigger language plpgsql as $$
begin
  perform add_leave_seed(new.id);
  return null;
end $$;

-- ---------------------------------------------------------------- the ledger

-- A balance is the sum of its entries because nothing else changes it; its row is the lock behind
-- which entries wait for each other, taken in one order whatever order they come in. What is asked
-- for can never exceed what the type allows, and only what is left goes into another year.
create or replace function leave_added_up() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  overdrawn int;
begin
  perform from leave_balances b
    where (b.organization_id, b.id) in (select organization_id, balance_id from added)
    order by b.organization_id, b.id for update;
  with sums as (
    select n.organization_id, n.balance_id, sum(n.entitled) as entitled, sum(n.used) as used,
      sum(n.pending) as pending,
      bool_or(n.kind in ('reservation', 'encashment') and n.entitled - n.used - n.pending < 0)
        as asks,
      bool_or(n.kind = 'carry-over' and n.entitled < 0) as leaves
    from added n group by 1, 2),
  changed as (
    update leave_balances b set entitled = b.entitled + s.entitled, used = b.used + s.used,
      pending = b.pending + s.pending
    from sums s where b.organization_id = s.organization_id and b.id = s.balance_id
    returning b.organization_id, b.leave_type_id, b.entitled - b.used - b.pending as remaining,
      s.asks, s.leaves)
  select count(*) into overdrawn from changed c
    join leave_types t on t.organization_id = c.organization_id and t.id = c.leave_type_id
    where c.asks and c.remaining < -t.negative_days or c.leaves and c.remaining < 0;
  if overdrawn > 0 then
    raise exception 'leave balance is spent' using errcode = 'check_violation',
      constraint = 'leave_balance_spent';
  end if;
  return null;
end $$;

-- Nothing is owed for a year that is over and that nobody kept, nor for one that is far (C18).
create or replace function leave_year_over() returns trigger language plpgsql as $$
declare
  this_year int := extract(year from app_now() at time zone 'Africa/Nairobi');
begin
  if new.year < this_year then
    raise exception 'leave year % is over', new.year using errcode = 'check_violation',
      constraint = 'leave_balances_over';
  end if;
  if new.year > this_year + 1 then
    raise exception 'leave year % is far ahead', new.year using errcode = 'check_violation',
      constraint = 'leave_balances_ahead';
  end if;
  return new;
end $$;

-- Days of a year are paid out when it has begun.
create or replace function leave_year_begun() returns trigger language plpgsql as $$
begin
  if exists (select from leave_balances b where b.organization_id = new.organization_id
      and b.id = new.balance_id and b.year > left(new.month, 4)::int) then
    raise exception 'leave year has not begun' using errcode = 'check_violation',
      constraint = 'leave_encashments_begun';
  end if;
  return new;
end $$;

-- What a balance has used beside requests is what was paid out of it, or will be: at the end of every
-- transaction. What a draft would pay on leaving is used when it is confirmed.
create or replace function leave_paid_out_adds_up() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid;
  balance uuid;
begin
  if TG_OP = 'DELETE' then org := old.organization_id; balance := old.balance_id;
  else org := new.organization_id; balance := new.balance_id; end if;
  if (select coalesce(sum(n.used), 0) from leave_entries n where n.organization_id = org
        and n.balance_id = balance and n.request_id is null)
      <> (select coalesce(sum(r.days), 0) from leave_encashments r where r.organization_id = org
        and r.balance_id = balance and not (r.leaving and r.status = 'draft')) then
    raise exception 'leave paid out is not what the balance has used'
      using errcode = 'check_violation', constraint = 'leave_paid_out_adds_up';
  end if;
  return null;
end $$;

-- By which rule a type gives days and pays them out, and to whom, from when on (C21). What an
-- organisation starts with was always so; a type of its own earns nothing for the time before it was
-- made.
create or replace function keep_leave_terms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into leave_type_terms (organization_id, leave_type_id, since, accrual, default_days,
    encashable, gender, is_active)
  values (new.organization_id, new.id, case when TG_OP = 'INSERT' and new.seeded
      then date '2000-01-01' else (app_now() at time zone 'Africa/Nairobi')::date end,
    new.accrual, new.default_days, new.encashable, new.gender, new.is_active)
  on conflict (organization_id, leave_type_id, since) do update
    set accrual = excluded.accrual, default_days = excluded.default_days,
      encashable = excluded.encashable, gender = excluded.gender, is_active = excluded.is_active;
  return null;
end $$;

-- What of a person leave goes by, from when on: changed later, it earns nothing for the time before.
create or replace function keep_leave_person() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into leave_person_terms (organization_id, employee_id, since, gender, employment_date)
  values (new.organization_id, new.id, (app_now() at time zone 'Africa/Nairobi')::date, new.gender,
    new.employment_date)
  on conflict (organization_id, employee_id, since) do update
    set gender = excluded.gender, employment_date = excluded.employment_date;
  return null;
end $$;

create or replace function forget_leave_person() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update leave_person_terms set gender = null
    where organization_id = new.organization_id and employee_id = new.id;
  return null;
end $$;

-- A day that is over stays as it was counted (C21), unless its person had left by then.
create or replace function keep_leave_day() returns trigger language plpgsql as $$
begin
  if old.day < (app_now() at time zone 'Africa/Nairobi')::date
      and not (TG_OP = 'DELETE' and exists (select from leave_requests r
        join employees e on e.organization_id = r.organization_id and e.id = r.employee_id
        where r.organization_id = old.organization_id and r.id = old.request_id
          and has_left(e.termination_date, old.day))) then
    raise exception 'leave was taken' using errcode = 'check_violation',
      constraint = 'leave_days_kept';
  end if;
  return case when TG_OP = 'DELETE' then old else new end;
end $$;

-- What somebody has not earned is paid once it was approved for this person (C18).
create or replace function leave_pay_approved() returns trigger language plpgsql as $$
begin
  if not exists (select from payslips p join payroll_exceptions x
      on x.organization_id = p.organization_id and x.payroll_id = p.payroll_id
        and x.employee_id = new.employee_id and x.kind = 'leave beyond'
      where p.organization_id = new.organization_id and p.id = new.payslip_id) then
    raise exception 'leave pay is not approved' using errcode = 'check_violation',
      constraint = 'leave_pay_approved';
  end if;
  return new;
end $$;

-- Only an erasure takes the words out.
create or replace function keep_leave_entry() returns trigger language plpgsql as $$
begin
  if TG_OP = 'UPDATE' and current_user = 'mshahara_eraser'
      and to_jsonb(new) - '{reason,reason_code}'::text[]
        = to_jsonb(old) - '{reason,reason_code}'::text[] then
    return new;
  end if;
  raise exception 'leave entries never change' using errcode = 'check_violation',
    constraint = 'leave_entries_kept';
end $$;

-- What was paid is only ever set free again, when its payslip goes.
create or replace function keep_leave_pay() returns trigger language plpgsql as $$
begin
  if TG_OP = 'UPDATE' and (old.status = 'paid' and new.status = 'draft'
      or current_user = 'mshahara_eraser') then
    return new;
  end if;
  raise exception 'leave is paid' using errcode = 'check_violation', constraint = 'leave_pay_kept';
end $$;

-- Nobody is away twice on one day, however many requests come at once.
create or replace function leave_apart() returns trigger language plpgsql as $$
begin
  if new.status not in ('pending', 'approved') then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('leave ' || new.employee_id, 0));
  if exists (select from leave_requests r where r.organization_id = new.organization_id
      and r.employee_id = new.employee_id and r.id <> new.id
      and r.status in ('pending', 'approved')
      and r.start_date <= new.end_date and r.end_date >= new.start_date) then
    raise exception 'leave overlaps' using errcode = 'check_violation',
      constraint = 'leave_requests_apart';
  end if;
  return new;
end $$;

alter function leave_added_up() owner to mshahara_platform;
alter function keep_leave_terms() owner to mshahara_platform;
alter function keep_leave_person() owner to mshahara_platform;
alter function forget_leave_person() owner to mshahara_platform;
alter function leave_paid_out_adds_up() owner to mshahara_platform;
grant execute on function add_leave_seed(uuid) to mshahara_platform;
grant execute on function add_leave_holidays(uuid, int), kenya_holidays(int), easter_sunday(int),
  islamic_day(int, int, int) to mshahara_app, mshahara_platform;

-- What a later month took or gave back for days of this one, it did at what this one pays: worked out
-- again beneath it, the two would no longer agree. The later one is reversed first.
create or replace function refuse_given_back() returns trigger language plpgsql as $$
begin
  if exists (select from payslips s
      join leave_pay_days r on r.organization_id = s.organization_id
        and r.employee_id = s.employee_id and r.status = 'paid' and r.payslip_id <> s.id
      where s.organization_id = new.organization_id and s.payroll_id = new.id and not s.extra
        and (r.month = s.month or r.days < 0 and exists (select from leave_pay_days x
          where x.organization_id = s.organization_id and x.payslip_id = s.id and x.days > 0
            and x.request_id = r.request_id and x.month = r.month))) then
    raise exception 'leave of it is in a later month' using errcode = 'check_violation',
      constraint = 'payrolls_given_back';
  end if;
  return new;
end $$;
