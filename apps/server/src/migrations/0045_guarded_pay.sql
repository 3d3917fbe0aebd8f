-- What people are paid, and where it goes, is changed by the application's own role only for somebody
-- who may change it on the screens.

call guard_rights('employees', 'insert', 'create employees');
call guard_rights('employees', 'update', 'edit employees');
call guard_rights('employees', 'delete', 'delete employees');
call guard_rights('salaries', 'insert', 'create employees', 'edit employees');
call guard_rights('allowances', 'insert or update or delete', 'edit employees');
call guard_rights('recur_deductions', 'insert or update or delete', 'edit employees');

call guard_rights('casuals', 'insert', 'create casuals');
call guard_rights('casuals', 'update', 'edit casuals');
call guard_rights('casuals', 'delete', 'delete casuals');

-- Which payslip has paid it is a run's to say, and everything else the office's.
do $$
declare
  t text;
  own text;
begin
  foreach t in array array['recur_incomes', 'employee_revenues', 'variable_pay'] loop
    select string_agg(quote_ident(attname), ', ') into own from pg_attribute
    where attrelid = t::regclass and attnum > 0 and not attisdropped
      and attname not in ('status', 'payslip_id');
    call guard_rights(t, 'insert or delete or update of ' || own, 'edit employees');
    call guard_rights(t, 'update of status, payslip_id', 'create payrolls', 'edit payrolls',
      'approve payrolls', 'delete payrolls');
  end loop;
  foreach t in array array['casual_advances', 'casual_deductions', 'muster_days', 'muster_marks'] loop
    call guard_rights(t, 'insert or update or delete', 'edit casuals');
  end loop;
  foreach t in array array['payrolls', 'payslips', 'casual_payrolls', 'casual_payslips'] loop
    call guard_rights(t, 'insert', 'create payrolls', 'edit payrolls');
    call guard_rights(t, 'update', 'create payrolls', 'edit payrolls', 'approve payrolls',
      'delete payrolls');
    call guard_rights(t, 'delete', 'create payrolls', 'edit payrolls', 'delete payrolls');
  end loop;
  foreach t in array array['payrolls', 'casual_payrolls'] loop
    execute format('create trigger guard_decision before update on %I for each row
      when (current_user = ''mshahara_app'' and new.status <> old.status)
      execute function guard_right(''approve payrolls'')', t);
  end loop;
end $$;

-- Leave that is paid out is worked out by whoever makes a run, not only by whoever approves it.
drop trigger guard_right on leave_encashments;
call guard_rights('leave_encashments', 'insert or update or delete', 'edit leaves',
  'create payrolls', 'edit payrolls', 'approve payrolls', 'delete payrolls');
drop trigger guard_right on leave_entries;
create trigger guard_right before insert on leave_entries
  for each row when (current_user = 'mshahara_app' and new.kind = 'adjustment')
  execute function guard_right('edit leaves');
create trigger guard_pay before insert on leave_entries
  for each row when (current_user = 'mshahara_app' and new.kind = 'encashment')
  execute function guard_right('edit leaves', 'create payrolls', 'edit payrolls',
    'approve payrolls', 'delete payrolls');
