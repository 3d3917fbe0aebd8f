-- What is paid out is what was confirmed, once, and stays on record.

create or replace function never_changed() returns trigger language plpgsql as $$
begin
  raise exception '% never change', TG_TABLE_NAME using errcode = 'check_violation',
    constraint = TG_TABLE_NAME || '_kept';
end $$;

-- Its amount is the net pay of a payslip of a confirmed run, which is held meanwhile.
create or replace function payout_of_its_slip() returns trigger language plpgsql as $$
declare
  -- By its id alone: beside the run's, an index that names both is a walk through the whole run.
  slip payslips := (select s from payslips s
    where s.organization_id = new.organization_id and s.id = new.slip_id);
begin
  perform from payrolls where organization_id = new.organization_id and id = slip.payroll_id
    and status = 'confirmed' for share;
  if not found or slip.payroll_id <> new.run_id or not slip.frozen or slip.void
    or slip.net <> new.net or (slip.employee_id, slip.casual_id)
      is distinct from (new.employee_id, new.casual_id) then
    raise exception 'no confirmed payslip of this amount' using errcode = 'check_violation',
      constraint = 'payouts_of_slip';
  end if;
  return new;
end $$;

-- Of a payout nothing changes but the cents that its next instruction leaves out, once every earlier
-- one has surely failed.
create or replace function keep_payout() returns trigger language plpgsql as $$
begin
  -- Whose it is is generated afterwards.
  if TG_OP = 'UPDATE' and to_jsonb(new) - '{amount,rounding,payee_id}'::text[]
      = to_jsonb(old) - '{amount,rounding,payee_id}'::text[]
    and not exists (select from payout_attempts a where a.organization_id = old.organization_id
      and a.payout_id = old.id and not a.surely_failed) then
    return new;
  end if;
  raise exception 'payouts never change' using errcode = 'check_violation',
    constraint = 'payouts_kept';
end $$;

-- What was instructed never changes, nor does a payment that was made.
create or replace function keep_attempt() returns trigger language plpgsql as $$
begin
  -- After the legal period nobody is named any more, and nothing else changes.
  if TG_OP = 'UPDATE' and current_user = 'mshahara_eraser'
      -- Whether it surely failed is generated afterwards.
      and to_jsonb(new) - '{name,account,bank,surely_failed}'::text[]
        = to_jsonb(old) - '{name,account,bank,surely_failed}'::text[] then
    return new;
  end if;
  if TG_OP = 'UPDATE'
    and (new.organization_id, new.id, new.payout_id, new.request_id, new.slip_id, new.attempt_no,
        new.provider, new.key, new.amount, new.name, new.account, new.bank_code, new.bank,
        new.narration)
      is not distinct from
      (old.organization_id, old.id, old.payout_id, old.request_id, old.slip_id, old.attempt_no,
        old.provider, old.key, old.amount, old.name, old.account, old.bank_code, old.bank,
        old.narration)
    and (old.state <> 'paid' or new.state = 'paid' and new.receipt is not distinct from old.receipt)
    -- Nothing was sent yet: it may go with the credentials that replaced the first.
    and (new.integration_id = old.integration_id or old.state = 'created')
    -- Sent again only where nothing was sent.
    and (new.state <> 'created' or old.state in ('created', 'sending')) then
    return new;
  end if;
  raise exception 'an instruction to pay never changes' using errcode = 'check_violation',
    constraint = 'payout_attempts_kept';
end $$;

-- Money that may have left is not taken back by reversing the run (B13). What was withdrawn before it
-- was sent never left.
create or replace function refuse_paid_out() returns trigger language plpgsql as $$
begin
  if exists (select from payouts o
      left join payout_attempts a on a.organization_id = o.organization_id and a.payout_id = o.id
      where o.organization_id = new.organization_id and o.run_id = new.id
        and (a.state = 'failed' and a.settled_by = 'withdrawn') is not true) then
    raise exception 'payouts exist' using errcode = 'check_violation',
      constraint = 'payrolls_paid_out';
  end if;
  return new;
end $$;

-- A phone as M-PESA is instructed.
create or replace function mpesa_account(phone text) returns text language sql immutable as $$
  select '254' || substr(phone, 2)
$$;

-- Where everybody of a run was last really paid, by another run: instructed and paid, in a bank file
-- that is in use, on a recorded day of payment, or on the list to sign. Whoever was never paid has no
-- day, and the place that this payslip says. Confirmed alone is not paid. From the newest payslip of
-- each person back to the first that was paid, so that it takes no longer the longer they are paid.
create or replace function known_places(run uuid)
returns table (slip_id uuid, payee_id uuid, paid_at timestamptz, pay_by text, account text,
  bank_code text, bank text)
language sql stable as $$
  select s.id, coalesce(s.employee_id, s.casual_id), last.at,
    coalesce(last.pay_by, s.person ->> 'pay_by', 'bank'),
    case when last.at is not null then last.account when s.person ->> 'pay_by' = 'mpesa'
      then mpesa_account(s.person ->> 'phone') else s.person ->> 'account_no' end,
    case when last.at is not null then last.bank_code else s.person ->> 'bank_code' end,
    case when last.at is not null then last.bank else s.person ->> 'bank_name' end
  from payslips s left join lateral (
    select paid.* from (
      (select * from payslips e where e.organization_id = s.organization_id
        and e.employee_id = s.employee_id and e.payroll_id <> run and not e.void
        order by e.month desc)
      union all
      (select * from payslips c where c.organization_id = s.organization_id
        and c.casual_id = s.casual_id and c.payroll_id <> run and not c.void
        order by upper(c.during) desc)) q
    cross join lateral (
      select a.settled_at as at, case when a.bank_code is null then 'mpesa' else 'bank' end as pay_by,
        a.account, a.bank_code, a.bank
      from payout_attempts a
      where a.organization_id = q.organization_id and a.slip_id = q.id and a.state = 'paid'
      union all
      (select b.created_at, 'bank', coalesce(c.account_no, q.person ->> 'account_no'),
        coalesce(c.bank_code, q.person ->> 'bank_code'), q.person ->> 'bank_name'
      from bank_file_claims c join byproducts b
        on b.organization_id = c.organization_id and b.id = c.byproduct_id
      where c.organization_id = q.organization_id and c.slip_id = q.id and b.withdrawn_at is null
      order by b.number desc)
      union all
      select d.paid_on::timestamp at time zone 'Africa/Nairobi', 'bank', q.person ->> 'account_no',
        q.person ->> 'bank_code', q.person ->> 'bank_name'
      from payments_recorded r join payroll_payments d
        on d.organization_id = r.organization_id and d.id = r.payroll_id
      where r.organization_id = q.organization_id and r.slip_id = q.id and r.removed_id is null
      union all
      select p.confirmed_at, 'cash', null, null, null from payrolls p
      where p.organization_id = q.organization_id and p.id = q.payroll_id
        and p.status = 'confirmed' and q.casual_id is not null and q.net > 0
        and paid_in_cash(q.person)) paid
    limit 1) last on true
  where s.payroll_id = run
$$;

grant execute on function known_places(uuid), mpesa_account(text)
  to mshahara_app, mshahara_platform;
