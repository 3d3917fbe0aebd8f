-- What payslips take in says so only when it is so: marked as paid by a statement, days off would never
-- be deducted; set free by one, what was paid out would be due again.

call claimed_table('employee_revenues');
call claimed_table('recur_incomes');
call claimed_table('variable_pay');
call claimed_table('leave_pay_days');
call claimed_table('leave_encashments');
call claimed_table('loans');
create trigger guard_claim before update on leave_pay_days for each row
  when (current_user = 'mshahara_app' and new.status = 'closed' and old.status <> 'closed')
  execute function guard_leave_claim();
