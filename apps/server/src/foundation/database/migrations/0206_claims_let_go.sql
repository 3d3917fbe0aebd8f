-- What a payslip holds is not deleted either while its run is confirmed.

call claimed_table('employee_revenues');
call claimed_table('recur_incomes');
call claimed_table('variable_pay');
call claimed_table('leave_pay_days');
call claimed_table('leave_encashments');
call claimed_table('loans');

-- What leave costs stays as it was written down.
create trigger keep_leave_cost before update on leave_pay_days for each row
  when (current_user = 'mshahara_app'
    and (new.id, new.request_id, new.employee_id, new.month, new.days, new.working, new.created_at)
      is distinct from (old.id, old.request_id, old.employee_id, old.month, old.days, old.working,
        old.created_at))
  execute function keep_leave_cost();

-- Days that are paid out are looked at like every other entry but an adjustment.
drop trigger guard_pay on leave_entries;
drop trigger guard_entry on leave_entries;
create trigger guard_entry before insert on leave_entries
  for each row when (current_user = 'mshahara_app' and new.kind <> 'adjustment')
  execute function guard_leave_entry();
