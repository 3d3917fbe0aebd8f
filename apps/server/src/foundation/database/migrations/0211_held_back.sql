-- Whether somebody is suspended is asked wherever they are paid, as their last day is.
create or replace view payees with (security_invoker = true) as
  select organization_id, id, number, employee_no as payee_no, first_name, middle_name, last_name,
    pay_by, phone, bank_code, bank_name, account_no, payee_changed_at, termination_date, status
  from employees
  union all
  select organization_id, id, number, casual_no, first_name, middle_name, last_name,
    pay_by, phone, null, null, null, payee_changed_at, termination_date, status
  from casuals;
