-- Casual workers: what is confirmed stays, and what was paid by the roll stays on it.

-- Who is paid in cash, said once: whose payslip says so when it is confirmed, whatever the record
-- says later. They are on the list to sign, nobody pays them otherwise, and they may have signed.
create or replace function paid_in_cash(person jsonb) returns boolean language sql immutable as $$
  select person ->> 'pay_by' = 'cash'
$$;

-- So it is taken back only when each of them is said not to have signed, by name (C23).
create or replace function refuse_signed() returns trigger language plpgsql as $$
begin
  if exists (select from cash_payments c
      join payslips s on s.organization_id = c.organization_id and s.id = c.id
      where s.organization_id = new.organization_id and s.payroll_id = new.id) then
    raise exception 'cash is marked as paid' using errcode = 'check_violation',
      constraint = 'payrolls_cash_paid';
  end if;
  if exists (select from payslips s
      where s.organization_id = new.organization_id and s.payroll_id = new.id
        and paid_in_cash(s.person) and s.net > 0 and s.casual_id <> all (new.not_signed)) then
    raise exception 'somebody may have signed for cash' using errcode = 'check_violation',
      constraint = 'payrolls_signed';
  end if;
  return new;
end $$;

-- What is marked as paid in cash is on the list to sign of a confirmed run, which is held meanwhile:
-- it is not reversed beside it.
create or replace function cash_of_confirmed() returns trigger language plpgsql as $$
begin
  perform from payslips s join payrolls p
    on p.organization_id = s.organization_id and p.id = s.payroll_id
  where s.organization_id = new.organization_id and s.id = new.id and s.casual_id is not null
    and paid_in_cash(s.person) and s.net > 0 and p.status = 'confirmed' for share of p;
  if not found then
    raise exception 'nobody signs for this payslip' using errcode = 'check_violation',
      constraint = 'cash_payments_of_list';
  end if;
  return new;
end $$;

-- Whoever saves a sheet keeps a roll, until the organisation's terms say otherwise.
create or replace function roll_is_kept() returns trigger language plpgsql as $$
begin
  update casual_settings s set keeps_roll = true
  where not s.keeps_roll and s.organization_id in (select a.organization_id from added a);
  return null;
end $$;

-- Where a roll is kept, nobody is paid for a day that no sheet has, or that is still to come, unless
-- it was ticked (C22). The letters of a payslip say it: small ones are not from the roll.
create or replace function unseen_days_are_ticked() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today constant date := (app_now() at time zone 'Africa/Nairobi')::date;
begin
  if (select s.keeps_roll from casual_settings s where s.organization_id = new.organization_id)
    and exists (select from payslips s, generate_series(1, length(s.lines ->> 'marks')) n
      where s.organization_id = new.organization_id and s.payroll_id = new.id
        and (substr(s.lines ->> 'marks', n, 1) in ('f', 'h')
          or new."from" + n - 1 > today and substr(s.lines ->> 'marks', n, 1) in ('F', 'H'))
        and new."from" + n - 1 <> all (new.ticked_days)) then
    raise exception 'days without a roll, or to come, were not ticked'
      using errcode = 'check_violation', constraint = 'payrolls_ticked';
  end if;
  return null;
end $$;

-- Sheets of the roll are saved side by side. A confirmation waits for them and holds off others, so
-- that it sees every day it pays, and they see what is paid.
create or replace function hold_roll(org uuid, alone boolean) returns void language plpgsql as $$
declare
  roll constant bigint := hashtextextended('muster roll ' || org, 0);
begin
  if alone then perform pg_advisory_xact_lock(roll);
  else perform pg_advisory_xact_lock_shared(roll);
  end if;
end $$;

create or replace function keep_paid_marks() returns trigger language plpgsql as $$
begin
  perform hold_roll(t.organization_id, false) from (select distinct organization_id from touched) t;
  if exists (select from touched t join payslips s
      on s.organization_id = t.organization_id and s.casual_id = t.casual_id
      and s.during @> t.day and not s.void where s.frozen) then
    raise exception 'this day is paid' using errcode = 'check_violation',
      constraint = 'muster_marks_kept';
  end if;
  return null;
end $$;

alter function unseen_days_are_ticked() owner to mshahara_platform;
grant execute on function paid_in_cash(jsonb) to mshahara_app, mshahara_platform;
grant execute on function hold_roll(uuid, boolean) to mshahara_app, mshahara_platform;
