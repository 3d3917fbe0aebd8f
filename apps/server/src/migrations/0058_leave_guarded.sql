-- Entries of leave, its days and what it costs are written by whoever may, and add up (C18, C21).

create trigger guard_entry before insert on leave_entries
  for each row when (current_user = 'mshahara_app' and new.kind not in ('adjustment', 'encashment'))
  execute function guard_leave_entry();
create constraint trigger leave_moved_adds_up after insert on leave_entries
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app' and new.kind in ('carry-over', 'expiry'))
  execute function leave_moved_adds_up();
create constraint trigger leave_request_adds_up after insert on leave_entries
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app' and new.request_id is not null)
  execute function leave_request_adds_up();
create constraint trigger leave_request_adds_up after insert or update of status on leave_requests
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app') execute function leave_request_adds_up();
create trigger guard_day before insert or update or delete on leave_request_days
  for each row when (current_user = 'mshahara_app') execute function guard_leave_day();
call guard_rights('leave_pay_days', 'update', 'edit leaves', 'create payrolls', 'edit payrolls',
  'approve payrolls', 'delete payrolls');
create constraint trigger leave_pay_adds_up after insert or delete on leave_pay_days
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app') execute function leave_pay_adds_up();
call guard_rights('leave_patterns', 'insert or update or delete', 'edit leaves');
