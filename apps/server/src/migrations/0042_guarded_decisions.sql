-- The application's own role decides only what the person behind it may decide.

create trigger guard_decision before insert or update on loans
  for each row when (current_user = 'mshahara_app') execute function guard_loan();
create trigger guard_decision before insert or update on loan_guarantors
  for each row when (current_user = 'mshahara_app') execute function guard_guarantor();
create trigger guard_decision before insert or update on leave_approvals
  for each row when (current_user = 'mshahara_app') execute function guard_leave_approval();
create trigger guard_decision before insert or update on leave_requests
  for each row when (current_user = 'mshahara_app') execute function guard_leave_request();
