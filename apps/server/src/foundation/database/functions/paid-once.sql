-- Nobody is paid twice for one slip, whichever way is taken (C19).

drop function if exists payment_hindrance(uuid, uuid, boolean);
-- Why a slip must not be paid now, by whatever way; null when it may (C19). Every way asks this: Make
-- Payments and the second person, Retry, bank files and a day of payment entered by hand.
create or replace function payment_blocked_by(org uuid, slip uuid, by_bank boolean) returns text
language sql stable as $$
  select coalesce(
    (select case when bool_or(state = 'paid') then 'paid'
        when bool_or(state <> 'failed') then 'under way'
        when bool_or(not surely_failed) then 'in doubt' end
      from payout_attempts where organization_id = org and slip_id = slip),
    -- By bank nobody is paid while a day of payment stands, and by no way whom it speaks of.
    (select 'recorded as paid' from payslips s
      join payroll_payments d on d.organization_id = s.organization_id and d.id = s.payroll_id
      where s.organization_id = org and s.id = slip and (by_bank or exists (
        select from payments_recorded r where r.organization_id = org and r.slip_id = slip
          and r.removed_id is null))),
    (select 'in a bank file' from bank_file_claims c
      join byproducts b on b.organization_id = c.organization_id and b.id = c.byproduct_id
      where c.organization_id = org and c.slip_id = slip
        and b.withdrawn_at is null limit 1),
    -- They may have signed for it.
    (select 'paid in cash' from payslips s
      where s.organization_id = org and s.id = slip and s.casual_id is not null
        and paid_in_cash(s.person)))
$$;

-- When somebody last said that a slip was not paid after all: its bank file not used, its day of
-- payment removed. Where two people pay, an order from before does not know of it.
create or replace function payment_freed_at(org uuid, slip uuid) returns timestamptz
language sql stable as $$
  select max(at) from (
    select b.withdrawn_at as at from bank_file_claims c
      join byproducts b on b.organization_id = c.organization_id and b.id = c.byproduct_id
      where c.organization_id = org and c.slip_id = slip
    union all
    select d.removed_at from payments_recorded r
      join payment_days_removed d
        on d.organization_id = r.organization_id and d.id = r.removed_id
      where r.organization_id = org and r.slip_id = slip) freed
$$;

create or replace function instruct_once() returns trigger language plpgsql as $$
declare
  blocker text :=
    payment_blocked_by(new.organization_id, new.slip_id, new.bank_code is not null);
begin
  if blocker is not null then
    raise exception 'this payslip is %', blocker using errcode = 'check_violation',
      constraint = 'payout_attempts_once';
  end if;
  return new;
end $$;

-- A file that may be at the bank pays its people: a run is not run again beside it.
create or replace function refuse_claimed() returns trigger language plpgsql as $$
begin
  if exists (select from byproducts b
      join bank_file_claims c on c.organization_id = b.organization_id and c.byproduct_id = b.id
      where b.organization_id = new.organization_id and b.payroll_id = new.id
        and b.withdrawn_at is null) then
    raise exception 'a bank file exists' using errcode = 'check_violation',
      constraint = 'payrolls_in_bank_file';
  end if;
  return new;
end $$;

-- Two files may name the same person, as one for the bank and one to print do. The account that a
-- file pays to is the one on record.
create or replace function claim_once() returns trigger language plpgsql as $$
begin
  if not exists (select from payslips s
      join employees e on e.organization_id = s.organization_id and e.id = s.employee_id
      where s.organization_id = new.organization_id and s.id = new.slip_id
        and (e.account_no, e.bank_code) is not distinct from (new.account_no, new.bank_code)) then
    raise exception 'an account was changed meanwhile'
      using errcode = 'check_violation', constraint = 'bank_file_claims_moved';
  end if;
  if payment_blocked_by(new.organization_id, new.slip_id, true) <> 'in a bank file' then
    raise exception 'somebody in this file is paid or being paid'
      using errcode = 'check_violation', constraint = 'bank_file_claims_once';
  end if;
  return new;
end $$;

-- Paid by hand, says the day of payment: not of those whom an instruction may have paid, or may yet.
create or replace function refuse_payment_in_doubt() returns trigger language plpgsql as $$
begin
  if exists (select from payouts o
      join payout_attempts a on a.organization_id = o.organization_id and a.payout_id = o.id
      join payslips s on s.organization_id = o.organization_id and s.id = o.slip_id
      join employees e on e.organization_id = s.organization_id and e.id = s.employee_id
      where o.organization_id = new.organization_id and o.run_id = new.id
        and (a.bank_code is not null or e.pay_by = 'bank'
          or s.person ->> 'pay_by' is distinct from 'mpesa')
        and a.state <> 'paid' and not a.surely_failed) then
    raise exception 'payouts are under way' using errcode = 'check_violation',
      constraint = 'payroll_payments_in_doubt';
  end if;
  return new;
end $$;

grant execute on function payment_blocked_by(uuid, uuid, boolean), payment_freed_at(uuid, uuid)
  to mshahara_app, mshahara_platform;
