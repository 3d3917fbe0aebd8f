-- Casual workers: what is confirmed stays, and what was paid by the roll stays on it.

create or replace function note_casual_payee_change() returns trigger language plpgsql as $$
begin
  if current_user <> 'mshahara_eraser'
      and (new.phone, new.pay_by) is distinct from (old.phone, old.pay_by) then
    new.payee_changed_at := app_now();
  end if;
  return new;
end $$;

create or replace function keep_casual_payroll() returns trigger language plpgsql as $$
begin
  raise exception 'casual payroll is %', old.status using errcode = 'check_violation',
    constraint = 'casual_payrolls_kept';
end $$;

-- An erasure makes the person anonymous; nothing else changes a confirmed payslip.
create or replace function keep_casual_payslip() returns trigger language plpgsql as $$
begin
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
      where p.status <> 'draft' or a.during <> daterange(p."from", p."to", '[]')) then
    raise exception 'casual payroll is confirmed' using errcode = 'check_violation',
      constraint = 'casual_payslips_kept';
  end if;
  return null;
end $$;

-- At commit, whoever confirms and in whatever order: it has payslips, all frozen by then.
create or replace function confirmed_casuals_are_frozen() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'INSERT' or not coalesce((select bool_and(s.frozen) from casual_payslips s
      where s.organization_id = new.organization_id and s.payroll_id = new.id), false) then
    raise exception 'payslips of a confirmed casual payroll are not frozen'
      using errcode = 'check_violation', constraint = 'casual_payrolls_frozen';
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
      and s.during @> t.day where s.frozen) then
    raise exception 'this day is paid' using errcode = 'check_violation',
      constraint = 'muster_marks_kept';
  end if;
  return null;
end $$;

alter function confirmed_casuals_are_frozen() owner to mshahara_platform;
grant execute on function hold_roll(uuid, boolean) to mshahara_app, mshahara_platform;
