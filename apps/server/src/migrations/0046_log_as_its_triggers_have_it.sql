-- Which records' creation the log has is said in the triggers, where the check reads it. Before,
-- the check guessed, and missed entries that nobody was to write.

drop trigger activity on users;
drop trigger activity_later on users;
call log_creation('users', 'users', 'password_hash',
  'last_login_at,previous_login_at,last_organization_id',
  'it.activated_at is not null or it.super_admin');
create trigger activity_later after update on users for each row
  when ((old.activated_at is not null or old.super_admin) and current_user <> 'mshahara_eraser')
  execute function activity('users', 'password_hash',
    'last_login_at,previous_login_at,last_organization_id');

drop trigger activity_added on leave_types;
call log_creation('leave_types', 'leave', '', '', 'not it.seeded');
drop trigger activity_added on leave_holidays;
call log_creation('leave_holidays', 'leave', '', '', 'not it.seeded');
drop trigger activity on loan_entries;
call log_creation('loan_entries', 'loans', '', '', 'it.payslip_id is null');

-- Logins that came into use by a change have an entry of that change only.
do $$ begin
  set local role mshahara_platform;
  perform append_activity(null, null, 'System', 'users', 'created', u.id::text,
    jsonb_build_object('new', jsonb_build_object(
      'activated_at', u.activated_at, 'super_admin', u.super_admin)))
  from users u
  where (u.activated_at is not null or u.super_admin)
    and exists (select from activity_log l where l.subject_id = u.id::text and l.event = 'updated'
      and l.properties -> 'new' ?| array['activated_at', 'super_admin'])
    and not exists (select from activity_log l
      where l.subject_id = u.id::text and l.event = 'created');
  reset role;
end $$;
