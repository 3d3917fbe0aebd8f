-- What is paid out is what was confirmed, once, and stays on record.

create or replace function never_changed() returns trigger language plpgsql as $$
begin
  raise exception '% never change', TG_TABLE_NAME using errcode = 'check_violation',
    constraint = TG_TABLE_NAME || '_kept';
end $$;

-- Its amount is the net pay of a payslip of a confirmed run, which is held meanwhile.
create or replace function payout_of_its_slip() returns trigger language plpgsql as $$
begin
  if new.casual_payslip_id is null then
    perform from payslips s
      join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
      where s.organization_id = new.organization_id and s.id = new.payslip_id
        and s.payroll_id = new.payroll_id and s.employee_id = new.employee_id
        and s.frozen and not s.void and s.net = new.net and p.status = 'confirmed'
      for share of p;
  else
    perform from casual_payslips s
      join casual_payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
      where s.organization_id = new.organization_id and s.id = new.casual_payslip_id
        and s.payroll_id = new.casual_payroll_id and s.casual_id = new.casual_id
        and s.frozen and s.net = new.net and p.status = 'confirmed'
      for share of p;
  end if;
  if not found then
    raise exception 'no confirmed payslip of this amount' using errcode = 'check_violation',
      constraint = 'payouts_of_slip';
  end if;
  return new;
end $$;

-- What was instructed never changes, nor does a payment that was made.
create or replace function keep_attempt() returns trigger language plpgsql as $$
begin
  -- After the legal period nobody is named any more, and nothing else changes.
  if TG_OP = 'UPDATE' and current_user = 'mshahara_eraser'
      and to_jsonb(new) - '{name,account,bank}'::text[]
        = to_jsonb(old) - '{name,account,bank}'::text[] then
    return new;
  end if;
  if TG_OP = 'UPDATE'
    and (new.organization_id, new.id, new.payout_id, new.slip_id, new.attempt_no, new.provider,
        new.key, new.amount, new.name, new.account, new.bank_code,
        new.narration)
      is not distinct from
      (old.organization_id, old.id, old.payout_id, old.slip_id, old.attempt_no, old.provider,
        old.key, old.amount, old.name, old.account, old.bank_code,
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

-- Money that may have left is not taken back by reversing the run (B13).
create or replace function refuse_paid_out() returns trigger language plpgsql as $$
begin
  if exists (select from payouts o
      where o.organization_id = new.organization_id and o.payroll_id = new.id) then
    raise exception 'payouts exist' using errcode = 'check_violation',
      constraint = 'payrolls_paid_out';
  end if;
  return new;
end $$;
