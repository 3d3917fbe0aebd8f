-- Balances are opened, and given what is due, by whoever keeps leave, by the clock, and by the run that
-- pays somebody last.
call guard_rights('leave_balances', 'insert', 'edit leaves', 'create payrolls', 'edit payrolls',
  'approve payrolls');
create constraint trigger leave_given_adds_up after insert on leave_entries
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app' and new.kind in ('accrual', 'entitlement'))
  execute function leave_given_adds_up();
