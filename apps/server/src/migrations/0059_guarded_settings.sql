-- Whatever a request can write, it writes only for somebody who may on the screens.

-- What the organisation has chosen: how it deducts, what it pays from, how its bank files are laid
-- out. That a roll is kept follows from the first sheet somebody saves.
call guard_rights('organizations', 'update', 'edit organization');
call guard_rights('payroll_settings', 'update', 'edit organization');
call guard_rights('export_settings', 'update', 'edit organization');
call guard_rights('loan_settings', 'update', 'edit organization');
call guard_rights('variable_pay_settings', 'update', 'edit organization');
call guard_rights('payslip_settings', 'update', 'edit templates');
do $$
declare
  chosen text;
begin
  select string_agg(quote_ident(attname), ', ') into chosen from pg_attribute
  where attrelid = 'casual_settings'::regclass and attnum > 0 and not attisdropped
    and attname <> 'keeps_roll';
  call guard_rights('casual_settings', 'update of ' || chosen, 'edit organization');
  call guard_rights('casual_settings', 'update of keeps_roll', 'edit organization', 'edit casuals');
end $$;

do $$
declare
  t text;
  things text;
begin
  foreach t in array array['departments', 'designations', 'work_stations', 'commission_rates'] loop
    things := replace(t, '_', '-');
    call guard_rights(t, 'insert', 'create ' || things);
    call guard_rights(t, 'update', 'edit ' || things);
    call guard_rights(t, 'delete', 'delete ' || things);
  end loop;
end $$;

call guard_rights('employee_files', 'insert or update or delete', 'edit employees');
revoke insert, update, delete on organization_files from mshahara_app;

-- What a run, its files and its payments leave behind.
call guard_rights('payroll_exceptions', 'insert', 'approve payrolls');
create trigger guard_exception before insert on payroll_exceptions
  for each row when (current_user = 'mshahara_app') execute function guard_exception();
create trigger guard_own before insert on byproducts
  for each row when (current_user = 'mshahara_app') execute function guard_byproduct();
revoke update on byproducts from mshahara_app;
grant update (withdrawn_at, withdrawn_by) on byproducts to mshahara_app;
call guard_rights('bank_file_claims', 'insert', 'export payrolls');
call guard_rights('card_mails', 'insert or update', 'export payrolls');
create trigger guard_own before insert or update on payslip_mails
  for each row when (current_user = 'mshahara_app') execute function guard_payslip_mail();
revoke delete on card_mails, payslip_mails from mshahara_app;
call guard_rights('payout_steps', 'insert', 'pay payrolls');
call guard_rights('payment_lanes', 'insert or update', 'pay payrolls');
revoke delete on payment_lanes from mshahara_app;
call guard_rights('integrations', 'update', 'view integrations', 'pay payrolls');

-- What is lent is decided by primary users, and taken by runs.
call guard_rights('loans', 'update of payslip_id', 'edit loans', 'create payrolls', 'edit payrolls',
  'approve payrolls', 'delete payrolls');
create trigger guard_decision before insert or delete on loan_instalments
  for each row when (current_user = 'mshahara_app') execute function guard_loan_instalment();

-- Whoever proposes changes their own proposal, and whoever keeps the records decides about it.
create trigger guard_own before insert or update on detail_proposals
  for each row when (current_user = 'mshahara_app') execute function guard_detail_proposal();
create trigger guard_own before insert or update or delete on detail_changes
  for each row when (current_user = 'mshahara_app') execute function guard_detail_change();
revoke delete on detail_proposals from mshahara_app;

-- A job is done for whoever asked for it, and says itself how far it is.
create trigger guard_own before insert or update on jobs
  for each row when (current_user = 'mshahara_app') execute function guard_job();
revoke delete on jobs, numbers, notifications from mshahara_app;
create trigger guard_own before update on notifications
  for each row when (current_user = 'mshahara_app') execute function guard_notification();
create trigger only_rises before update on numbers
  for each row when (current_user = 'mshahara_app') execute function number_only_rises();

-- When somebody's pay was last led elsewhere is the trigger's to say, whatever a statement changes.
drop trigger note_payee_change on employees;
create trigger note_payee_change before update on employees
  for each row execute function note_payee_change();
