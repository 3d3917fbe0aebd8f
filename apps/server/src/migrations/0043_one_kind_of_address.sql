-- What may be heard at an address is what it was made for: the address of a result, written a letter
-- otherwise, was taken for the answer to a question. Answers under way are asked for again.
alter table provider_hooks add column kind text not null default 'result'
  check (kind in ('result', 'answer', 'test'));

create trigger payrolls_claimed before update on payrolls
  for each row when (new.status = 'reversed' and old.status <> 'reversed')
  execute function refuse_claimed();

-- ---------------------------------------------------------------- what else is somebody's to write

revoke delete on loan_guarantors, byproducts from mshahara_app;
create trigger guard_decision before insert on loan_entries
  for each row when (current_user = 'mshahara_app') execute function guard_loan_entry();
create trigger guard_right before insert or update or delete on leave_types
  for each row when (current_user = 'mshahara_app') execute function guard_right('edit leaves');
create trigger guard_right before insert on leave_encashments
  for each row when (current_user = 'mshahara_app')
  execute function guard_right('edit leaves', 'approve payrolls');
create trigger guard_right before insert on leave_entries
  for each row when (current_user = 'mshahara_app' and new.kind in ('adjustment', 'encashment'))
  execute function guard_right('edit leaves', 'approve payrolls');
create trigger guard_own before insert or update on leave_delegations
  for each row when (current_user = 'mshahara_app') execute function guard_delegation();
create trigger guard_right before insert or update or delete on payroll_payments
  for each row when (current_user = 'mshahara_app') execute function guard_right('pay payrolls');
-- Withdrawn because its payroll has changed, it is by that change.
create trigger guard_right before update of withdrawn_at, withdrawn_by on byproducts
  for each row when (current_user = 'mshahara_app' and pg_trigger_depth() = 0)
  execute function guard_right('pay payrolls');
