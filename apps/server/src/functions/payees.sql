-- Where somebody's pay goes: a change is pointed out for some days before money follows it.

create or replace function note_payee_change() returns trigger language plpgsql as $$
begin
  if current_user <> 'mshahara_eraser'
    and (new.bank_name, new.branch_name, new.bank_code, new.branch_code, new.account_no, new.phone,
      new.pay_by) is distinct from (old.bank_name, old.branch_name, old.bank_code, old.branch_code,
      old.account_no, old.phone, old.pay_by) then
    new.payee_changed_at := app_now();
  end if;
  return new;
end $$;
