-- Who decides about leave, by which letters and links, and who looks at it from outside.

create table leave_approvers (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  level int not null check (level between 1 and 4),
  work_station_id uuid,
  department_id uuid,
  designation_id uuid,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint leave_approvers_user foreign key (organization_id, user_id)
    references memberships (organization_id, user_id) on delete cascade,
  constraint leave_approvers_work_station foreign key (organization_id, work_station_id)
    references work_stations (organization_id, id),
  constraint leave_approvers_department foreign key (organization_id, department_id)
    references departments (organization_id, id),
  constraint leave_approvers_designation foreign key (organization_id, designation_id)
    references designations (organization_id, id)
);
create unique index leave_approvers_once on leave_approvers (organization_id, user_id, level,
  work_station_id, department_id, designation_id) nulls not distinct;
call org_table('leave_approvers', 'leave');
call guard_rights('leave_approvers', 'insert or update or delete', 'edit leaves');

create table leave_approvals (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  request_id uuid not null,
  level int not null check (level between 0 and 4),
  user_id uuid not null references users (id),
  status text not null default 'pending'
    check (status in ('pending', 'approved', 'rejected', 'closed', 'passed on')),
  comments text,
  -- Who decided, where it was somebody in their place.
  decided_by uuid references users (id),
  decided_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint leave_approvals_request foreign key (organization_id, request_id)
    references leave_requests (organization_id, id)
);
create index leave_approvals_of_request on leave_approvals (organization_id, request_id, number);
create index leave_approvals_waiting on leave_approvals (organization_id, user_id)
  where status = 'pending';
-- Nobody is asked twice at a time.
create unique index leave_approvals_once on leave_approvals (organization_id, request_id, user_id)
  where status = 'pending';
call org_table('leave_approvals', 'leave', 'comments', 'reminded_at');
revoke delete on leave_approvals from mshahara_app;
call erasable('leave_approvals', 'update (comments)');
create trigger guard_decision before insert or update on leave_approvals
  for each row when (current_user = 'mshahara_app') execute function guard_leave_approval();

-- What a request writes here row by row is its own: whoever got statements into one could otherwise
-- change or take away everybody's.

create table leave_delegations (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  delegate_id uuid not null,
  "from" date not null,
  "to" date not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint leave_delegations_user foreign key (organization_id, user_id)
    references memberships (organization_id, user_id) on delete cascade,
  constraint leave_delegations_delegate foreign key (organization_id, delegate_id)
    references memberships (organization_id, user_id) on delete cascade,
  constraint leave_delegations_days check ("to" >= "from"),
  constraint leave_delegations_other check (delegate_id <> user_id)
);
call org_table('leave_delegations', 'leave');
revoke update on leave_delegations from mshahara_app;
create trigger guard_own before insert or delete on leave_delegations
  for each row when (current_user = 'mshahara_app') execute function guard_delegation();

-- Behind the buttons of e-mails: only a digest is kept, and each decides once.
create table leave_links (
  organization_id uuid not null default app_org() references organizations (id),
  token_hash bytea not null,
  approval_id uuid not null,
  user_id uuid not null references users (id),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (organization_id, token_hash),
  constraint leave_links_approval foreign key (organization_id, approval_id)
    references leave_approvals (organization_id, id)
);
call org_table('leave_links', '');
revoke delete on leave_links from mshahara_app;
create trigger guard_own before insert or update on leave_links
  for each row when (current_user = 'mshahara_app') execute function guard_leave_link();

-- Addresses for calendar programs, which sign in nowhere.
create table leave_feeds (
  organization_id uuid not null default app_org() references organizations (id),
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, user_id),
  constraint leave_feeds_user foreign key (organization_id, user_id)
    references memberships (organization_id, user_id) on delete cascade
);
create unique index leave_feeds_token on leave_feeds (token_hash);
call org_table('leave_feeds', '');
create trigger guard_own before insert or update or delete on leave_feeds
  for each row when (current_user = 'mshahara_app') execute function guard_delegation();

-- Letters beyond the budget, which the clock sends.
create table leave_untold (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  user_id uuid not null references users (id),
  line text not null,
  link text not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create index leave_untold_of_user on leave_untold (organization_id, user_id, number);
call org_table('leave_untold', '');
revoke update on leave_untold from mshahara_app;
create trigger guard_delete before delete on leave_untold for each statement
  when (current_user = 'mshahara_app') execute function guard_right();
