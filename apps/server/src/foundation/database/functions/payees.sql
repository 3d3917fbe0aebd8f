-- Where somebody's pay goes: a change is pointed out for some days before money follows it.

-- What decides that, said once: the way of being paid, and of the rest only what that way needs.
-- Banks and branches go by their code where they have one: a name only cleaned is no change.
create or replace function payee_of(pay_by text, phone text, bank_name text, branch_name text,
  bank_code text, branch_code text, account_no text) returns text[] language sql immutable as $$
  select case pay_by when 'mpesa' then array[pay_by, phone]
    when 'bank' then array[pay_by, coalesce(bank_code, bank_name),
      coalesce(branch_code, branch_name), account_no]
    else array[pay_by] end
$$;

-- When that was is this trigger's to say: no statement of the application's takes it back.
create or replace function note_payee_change() returns trigger language plpgsql as $$
begin
  if current_user <> 'mshahara_eraser'
    and payee_of(new.pay_by, new.phone, new.bank_name, new.branch_name, new.bank_code,
      new.branch_code, new.account_no)
    is distinct from payee_of(old.pay_by, old.phone, old.bank_name, old.branch_name, old.bank_code,
      old.branch_code, old.account_no) then
    new.payee_changed_at := greatest(app_now(), old.payee_changed_at);
  elsif current_user = 'mshahara_app' then
    new.payee_changed_at := old.payee_changed_at;
  end if;
  return new;
end $$;

create or replace function note_casual_payee_change() returns trigger language plpgsql as $$
begin
  if current_user <> 'mshahara_eraser'
    and payee_of(new.pay_by, new.phone, null, null, null, null, null)
    is distinct from payee_of(old.pay_by, old.phone, null, null, null, null, null) then
    new.payee_changed_at := greatest(app_now(), old.payee_changed_at);
  elsif current_user = 'mshahara_app' then
    new.payee_changed_at := old.payee_changed_at;
  end if;
  return new;
end $$;

-- What somebody's record says now: the account that is instructed, and its bank.
create or replace function place_on_record(pay_by text, phone text, account_no text, bank_code text)
returns text[] language sql immutable as $$
  select case pay_by when 'mpesa' then array[mpesa_account(phone), null]
    else array[account_no, bank_code] end
$$;

grant execute on function payee_of(text, text, text, text, text, text, text)
  to mshahara_app, mshahara_platform, mshahara_eraser;
grant execute on function place_on_record(text, text, text, text)
  to mshahara_app, mshahara_platform;
