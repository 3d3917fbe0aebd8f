-- The application's own role orders only what the person behind it may order (C14, C19, C20).

revoke delete on payout_requests, payout_decisions from mshahara_app;
create index payout_attempts_of_request on payout_attempts (organization_id, request_id, slip_id);

create trigger guard_order before insert or update on payout_requests
  for each row when (current_user = 'mshahara_app') execute function guard_payout_request();
create trigger guard_order after insert on payouts referencing new table as added
  for each statement when (current_user = 'mshahara_app') execute function guard_payouts();
create trigger guard_order after insert on payout_attempts referencing new table as added
  for each statement when (current_user = 'mshahara_app') execute function guard_instructions();
create trigger guard_changes after update on payout_attempts
  referencing old table as former new table as changed
  for each statement when (current_user = 'mshahara_app')
  execute function guard_instruction_changes();
create trigger guard_order before insert or update on payout_decisions
  for each row when (current_user = 'mshahara_app') execute function guard_payout_decision();
