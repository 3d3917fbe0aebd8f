-- Whether somebody is suspended is asked wherever they are paid, as their last day is.
create or replace view payees with (security_invoker = true) as
  select organization_id, id, number, employee_no as payee_no, first_name, middle_name, last_name,
    pay_by, phone, bank_code, bank_name, account_no, payee_changed_at, termination_date, status
  from employees
  union all
  select organization_id, id, number, casual_no, first_name, middle_name, last_name,
    pay_by, phone, null, null, null, payee_changed_at, termination_date, status
  from casuals;

-- Cents that one bank pays, another does not: what has surely failed may be ordered to another bank.
drop trigger keep_payout on payouts;
create trigger keep_payout before update or delete on payouts
  for each row execute function keep_payout();
grant update (amount, rounding) on payouts to mshahara_app;
create trigger guard_cents after update on payouts referencing new table as changed
  for each statement when (current_user = 'mshahara_app') execute function guard_cents();

-- What a later month gave back is what this one took: it is not worked out again beneath it.
create trigger payrolls_given_back before update on payrolls
  for each row when (new.kind = 'monthly' and new.status = 'reversed' and old.status <> 'reversed')
  execute function refuse_given_back();
