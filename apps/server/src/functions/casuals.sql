-- Casual workers: what is confirmed stays, and what was paid by the roll stays on it.

-- It can only be reversed (C23), and stays on record as that.
create or replace function keep_casual_payroll() returns trigger language plpgsql as $$
declare
  reversal constant text[] := '{status,reversed_at,reversed_by,reversal_reason,not_signed}';
begin
  if TG_OP = 'UPDATE' and old.status = 'confirmed' and new.status = 'reversed'
      and to_jsonb(new) - reversal = to_jsonb(old) - reversal then
    return new;
  end if;
  raise exception 'casual payroll is %', old.status using errcode = 'check_violation',
    constraint = 'casual_payrolls_kept';
end $$;

-- Who is paid in cash, said once: whose payslip says so when it is confirmed, whatever the record
-- says later. They are on the list to sign, nobody pays them otherwise, and they may have signed.
create or replace function paid_in_cash(person jsonb) returns boolean language sql immutable as $$
  select person ->> 'pay_by' = 'cash'
$$;

-- So it is taken back only when each of them is said not to have signed, by name (C23).
create or replace function refuse_signed() returns trigger language plpgsql as $$
begin
  if exists (select from casual_payslips s
      where s.organization_id = new.organization_id and s.payroll_id = new.id
        and paid_in_cash(s.person) and s.net > 0 and s.casual_id <> all (new.not_signed)) then
    raise exception 'somebody may have signed for cash' using errcode = 'check_violation',
      constraint = 'casual_payrolls_signed';
  end if;
  return new;
end $$;

-- A reversal makes payslips void, an erasure makes their person anonymous; nothing else changes one
-- that is confirmed.
create or replace function keep_casual_payslip() returns trigger language plpgsql as $$
begin
  if TG_OP = 'UPDATE' and new.void and not old.void
      and to_jsonb(new) - 'void' = to_jsonb(old) - 'void'
      and exists (select from casual_payrolls p where p.organization_id = old.organization_id
        and p.id = old.payroll_id and p.status = 'reversed') then
    return new;
  end if;
  if TG_OP = 'UPDATE' and current_user = 'mshahara_eraser'
      and to_jsonb(new) - 'person' = to_jsonb(old) - 'person' then
    return new;
  end if;
  raise exception 'casual payslip is confirmed' using errcode = 'check_violation',
    constraint = 'casual_payslips_kept';
end $$;

-- Nor is anything added to a confirmed payroll, nor to one of other days.
create or replace function only_into_casual_drafts() returns trigger language plpgsql as $$
begin
  if exists (select from added a join casual_payrolls p
      on p.organization_id = a.organization_id and p.id = a.payroll_id
      where p.status <> 'draft' or not a.during <@ daterange(p."from", p."to", '[]')) then
    raise exception 'casual payroll is confirmed' using errcode = 'check_violation',
      constraint = 'casual_payslips_kept';
  end if;
  return null;
end $$;

-- At commit, whoever confirms or reverses and in whatever order: it has payslips, all frozen by
-- then, and void exactly when it was reversed.
create or replace function confirmed_casuals_are_frozen() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'INSERT' or not coalesce((
      select bool_and(s.frozen and s.void = (new.status = 'reversed')) from casual_payslips s
      where s.organization_id = new.organization_id and s.payroll_id = new.id), false) then
    raise exception 'payslips of a confirmed casual payroll are not frozen'
      using errcode = 'check_violation', constraint = 'casual_payrolls_frozen';
  end if;
  return null;
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
    and exists (select from casual_payslips s, generate_series(1, length(s.lines ->> 'marks')) n
      where s.organization_id = new.organization_id and s.payroll_id = new.id
        and (substr(s.lines ->> 'marks', n, 1) in ('f', 'h')
          or new."from" + n - 1 > today and substr(s.lines ->> 'marks', n, 1) in ('F', 'H'))
        and new."from" + n - 1 <> all (new.ticked_days)) then
    raise exception 'days without a roll, or to come, were not ticked'
      using errcode = 'check_violation', constraint = 'casual_payrolls_ticked';
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
  if exists (select from touched t join casual_payslips s
      on s.organization_id = t.organization_id and s.casual_id = t.casual_id
      and s.during @> t.day and not s.void where s.frozen) then
    raise exception 'this day is paid' using errcode = 'check_violation',
      constraint = 'muster_marks_kept';
  end if;
  return null;
end $$;

alter function confirmed_casuals_are_frozen() owner to mshahara_platform;
alter function unseen_days_are_ticked() owner to mshahara_platform;
grant execute on function paid_in_cash(jsonb) to mshahara_app, mshahara_platform;
grant execute on function hold_roll(uuid, boolean) to mshahara_app, mshahara_platform;
