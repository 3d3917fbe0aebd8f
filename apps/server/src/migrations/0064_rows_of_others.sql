-- What a request writes row by row is its own: of delegations, addresses for calendars, links in
-- letters, certificates and letters that wait, whoever got statements into one could change or take
-- away everybody's.

drop trigger guard_own on leave_delegations;
create trigger guard_own before insert or delete on leave_delegations
  for each row when (current_user = 'mshahara_app') execute function guard_delegation();
revoke update on leave_delegations from mshahara_app;
create trigger guard_own before insert or update or delete on leave_feeds
  for each row when (current_user = 'mshahara_app') execute function guard_delegation();
create trigger guard_own before insert or update on leave_links
  for each row when (current_user = 'mshahara_app') execute function guard_leave_link();
revoke delete on leave_links from mshahara_app;
create trigger guard_own before insert on leave_request_files
  for each row when (current_user = 'mshahara_app') execute function guard_leave_file();
revoke update, delete on leave_request_files from mshahara_app;
-- The clock sends them.
create trigger guard_delete before delete on leave_untold for each statement
  when (current_user = 'mshahara_app') execute function guard_right();
revoke update on leave_untold from mshahara_app;

-- Whoever makes something that is numbered.
call guard_rights('numbers', 'insert or update', 'create employees', 'create casuals',
  'create payrolls', 'create departments', 'create designations', 'create work-stations',
  'create commission-rates');
