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
  perform add_leave_holidays(org);
end $$;

-- Public Holidays Act (Cap. 110): a fixed holiday on a Sunday is kept on the next day that is none;
-- on a Saturday nothing moves. Those by the moon are as gazetted, or expected.
create or replace function add_leave_holidays(org uuid) returns void language plpgsql as $$
begin
  insert into leave_holidays (organization_id, seeded, day, name, expected)
  select org, true, d.day::date, d.name, d.expected from (
    select case when extract(dow from f.day) = 0 then f.day + 1 else f.day end as day,
      case when extract(dow from f.day) = 0 then f.name || ' (moved from Sunday)' else f.name end
        as name, false as expected
    from (select make_date(y, m, d) as day, name
      from generate_series(2024, 2027) y
      cross join (values (1, 1, 'New Year''s Day'), (5, 1, 'Labour Day'), (6, 1, 'Madaraka Day'),
        (10, 10, 'Mazingira Day'), (10, 20, 'Mashujaa Day'), (12, 12, 'Jamhuri Day'),
        (12, 25, 'Christmas Day'), (12, 26, 'Boxing Day')) as fixed (m, d, name)) f
    union all values
      (date '2024-03-29', 'Good Friday', false), ('2024-04-01', 'Easter Monday', false),
      ('2024-04-10', 'Idd-ul-Fitr', false), ('2024-06-17', 'Idd-ul-Azha', false),
      ('2025-04-18', 'Good Friday', false), ('2025-04-21', 'Easter Monday', false),
      ('2025-03-31', 'Idd-ul-Fitr', false), ('2025-06-06', 'Idd-ul-Azha', false),
      ('2026-04-03', 'Good Friday', false), ('2026-04-06', 'Easter Monday', false),
      ('2026-03-20', 'Idd-ul-Fitr', false), ('2026-05-27', 'Idd-ul-Azha', false),
      ('2027-03-26', 'Good Friday', false), ('2027-03-29', 'Easter Monday', false),
      ('2027-03-10', 'Idd-ul-Fitr', true), ('2027-05-17', 'Idd-ul-Azha', true)) d
  on conflict do nothing;
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

-- Only an erasure takes the words out.
create or replace function keep_leave_entry() returns trigger language plpgsql as $$
begin
  if TG_OP = 'UPDATE' and current_user = 'mshahara_eraser'
      and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
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
grant execute on function add_leave_seed(uuid), add_leave_holidays(uuid) to mshahara_platform;
