-- Leave: types, holidays, balances as the sums of a ledger, requests, and who decides them.

-- ---------------------------------------------------------------- choices

create table leave_settings (
  organization_id uuid primary key references organizations (id),
  -- Days without an answer before an approver is reminded, and before somebody else is asked.
  remind_days int not null default 3 check (remind_days between 1 and 60),
  pass_on_days int not null default 7 check (pass_on_days between 1 and 90),
  joiners text not null default 'pro rata' check (joiners in ('pro rata', 'next month')),
  -- What a monthly salary is divided by for a day of leave that is paid out.
  day_divisor numeric(4, 2) not null default 22 check (day_divisor between 20 and 31),
  -- Off until somebody says that leave is kept here: paper the program has never seen may differ.
  pay_leavers boolean not null default false
);
call settings_table('leave_settings', 'leave');

create table leave_types (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  code text,
  default_days numeric(6, 2) not null check (default_days between 0 and 366),
  is_paid boolean not null default true,
  requires_approval boolean not null default true,
  is_active boolean not null default true,
  description text,
  -- Of the Employment Act.
  section text,
  count_by text not null default 'working' check (count_by in ('working', 'calendar')),
  paid_share int not null default 100 check (paid_share between 0 and 100),
  full_pay_days numeric(6, 2) check (full_pay_days >= 0),
  accrual text not null default 'upfront' check (accrual in ('upfront', 'monthly', 'anniversary')),
  carry_over_days numeric(6, 2) default 0 check (carry_over_days >= 0),
  carry_over_until int check (carry_over_until between 1 and 12),
  negative_days numeric(6, 2) not null default 0 check (negative_days >= 0),
  half_days boolean not null default true,
  attachment_after numeric(6, 2) check (attachment_after >= 0),
  notice_days int not null default 0 check (notice_days between 0 and 366),
  gender text check (gender in ('Male', 'Female')),
  waiting_months int not null default 0 check (waiting_months between 0 and 120),
  encashable boolean not null default false,
  seeded boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create unique index leave_types_name on leave_types (organization_id, lower(name));
create unique index leave_types_code on leave_types (organization_id, lower(code));

create table leave_holidays (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  day date not null,
  name text not null,
  -- By the moon, and not confirmed yet.
  expected boolean not null default false,
  seeded boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create unique index leave_holidays_day on leave_holidays (organization_id, day);

-- What every organisation starts with is no news; what it makes of it is.
call org_table('leave_types', '');
call org_table('leave_holidays', '');
create trigger activity after update or delete on leave_types
  for each row execute function activity('leave', '', '');
create trigger activity_added after insert on leave_types
  for each row when (not new.seeded) execute function activity('leave', '', '');
create trigger activity after update or delete on leave_holidays
  for each row execute function activity('leave', '', '');
create trigger activity_added after insert on leave_holidays
  for each row when (not new.seeded) execute function activity('leave', '', '');
create trigger leave_seed after insert on organizations
  for each row execute function seed_leave();
set local role mshahara_platform;
select add_leave_seed(id) from organizations;
reset role;

-- Where somebody works other days than the organisation.
create table leave_patterns (
  organization_id uuid not null default app_org() references organizations (id),
  employee_id uuid not null,
  work_saturday boolean not null,
  work_sunday boolean not null,
  primary key (organization_id, employee_id),
  constraint leave_patterns_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
call org_table('leave_patterns', 'leave');

-- ---------------------------------------------------------------- balances

-- One for each person, type and year. The three sums are those of its entries: only they change it.
create table leave_balances (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  leave_type_id uuid not null,
  year int not null check (year between 2015 and 2100),
  entitled numeric(7, 2) not null default 0,
  used numeric(7, 2) not null default 0,
  pending numeric(7, 2) not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint leave_balances_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint leave_balances_type foreign key (organization_id, leave_type_id)
    references leave_types (organization_id, id),
  constraint leave_balances_pending check (pending >= 0)
);
create unique index leave_balances_once
  on leave_balances (organization_id, employee_id, leave_type_id, year);
create index leave_balances_of_year on leave_balances (organization_id, year desc, leave_type_id);
call org_table('leave_balances', '');
revoke insert, update, delete on leave_balances from mshahara_app;
grant insert (organization_id, id, employee_id, leave_type_id, year) on leave_balances
  to mshahara_app;

-- ---------------------------------------------------------------- requests

create table leave_requests (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  employee_id uuid not null,
  leave_type_id uuid not null,
  start_date date not null,
  end_date date not null,
  half_start boolean not null default false,
  half_end boolean not null default false,
  days numeric(6, 2) not null check (days >= 0),
  status text not null default 'pending'
    check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  -- Whose turn it is; 0 for the primary users, null when nobody's.
  level int check (level between 0 and 4),
  reason text,
  cover_employee_id uuid,
  decided_by uuid references users (id),
  decided_name text,
  decided_at timestamptz,
  rejection_reason text,
  created_by uuid references users (id) default app_user(),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint leave_requests_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint leave_requests_type foreign key (organization_id, leave_type_id)
    references leave_types (organization_id, id),
  constraint leave_requests_cover foreign key (organization_id, cover_employee_id)
    references employees (organization_id, id),
  constraint leave_requests_days check (end_date >= start_date and end_date - start_date <= 400)
);
create index leave_requests_newest on leave_requests (organization_id, number desc);
create index leave_requests_of_employee on leave_requests (organization_id, employee_id, start_date);
create index leave_requests_by_day on leave_requests (organization_id, start_date, end_date)
  where status in ('pending', 'approved');
create index leave_requests_by_status on leave_requests (organization_id, status, number desc);
-- Why somebody is ill is nobody's business who reads the log.
call org_table('leave_requests', 'leave', 'reason,rejection_reason', 'level');
revoke delete on leave_requests from mshahara_app;
create trigger leave_apart before insert or update of start_date, end_date, status on leave_requests
  for each row execute function leave_apart();
create policy erasure on leave_requests to mshahara_eraser using (true) with check (true);
grant select, update (reason, rejection_reason) on leave_requests to mshahara_eraser;

create table leave_request_files (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  request_id uuid not null,
  file text not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint leave_request_files_request foreign key (organization_id, request_id)
    references leave_requests (organization_id, id)
);
create index leave_request_files_of_request on leave_request_files (organization_id, request_id);
create index leave_request_files_file on leave_request_files (organization_id, file);
call org_table('leave_request_files', 'leave');
create policy erasure on leave_request_files to mshahara_eraser using (true) with check (true);
grant select, delete on leave_request_files to mshahara_eraser;

-- ---------------------------------------------------------------- the ledger

create table leave_entries (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  balance_id uuid not null,
  kind text not null check (kind in ('entitlement', 'accrual', 'carry-over', 'expiry',
    'reservation', 'use', 'release', 'recount', 'adjustment', 'encashment')),
  entitled numeric(7, 2) not null default 0,
  used numeric(7, 2) not null default 0,
  pending numeric(7, 2) not null default 0,
  -- From when it counts.
  day date not null,
  -- What must be there once: 'accrual 2026-03', 'carry-over'.
  key text,
  request_id uuid,
  reason text,
  by text not null default coalesce(nullif(current_setting('app.actor', true), ''), 'System'),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint leave_entries_balance foreign key (organization_id, balance_id)
    references leave_balances (organization_id, id),
  constraint leave_entries_request foreign key (organization_id, request_id)
    references leave_requests (organization_id, id),
  constraint leave_entries_reason check (kind <> 'adjustment' or trim(reason) <> '')
);
create index leave_entries_of_balance on leave_entries (organization_id, balance_id, number);
create index leave_entries_of_request on leave_entries (organization_id, request_id)
  where request_id is not null;
create unique index leave_entries_once on leave_entries (organization_id, balance_id, key)
  where key is not null;
call org_table('leave_entries', '');
revoke update, delete on leave_entries from mshahara_app, mshahara_platform;
create trigger leave_added_up after insert on leave_entries
  for each row execute function leave_added_up();
create trigger keep_leave_entry before update or delete on leave_entries
  for each row execute function keep_leave_entry();
create policy erasure on leave_entries to mshahara_eraser using (true) with check (true);
create policy erasure on leave_balances to mshahara_eraser using (true) with check (true);
grant select on leave_balances to mshahara_eraser;
grant select, update (reason) on leave_entries to mshahara_eraser;

-- ---------------------------------------------------------------- who decides

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
create policy erasure on leave_approvals to mshahara_eraser using (true) with check (true);
grant select, update (comments) on leave_approvals to mshahara_eraser;

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

-- ---------------------------------------------------------------- into pay

-- Unpaid days by request and month. What changes after a payslip has taken them is another row.
create table leave_pay_days (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  request_id uuid not null,
  employee_id uuid not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- Below zero: given back.
  days numeric(5, 2) not null check (days <> 0),
  working text not null,
  status text not null default 'draft' check (status in ('draft', 'paid')),
  payslip_id uuid,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint leave_pay_days_request foreign key (organization_id, request_id)
    references leave_requests (organization_id, id),
  constraint leave_pay_days_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint leave_pay_days_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete set null (payslip_id)
);
create index leave_pay_days_of_employee on leave_pay_days (organization_id, employee_id, status);
create index leave_pay_days_of_payslip on leave_pay_days (organization_id, payslip_id)
  where payslip_id is not null;
call org_table('leave_pay_days', '');
create trigger keep_leave_pay before update or delete on leave_pay_days
  for each row when (old.status = 'paid') execute function keep_leave_pay();

-- Days that are paid out: on request, or because somebody leaves.
create table leave_encashments (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  employee_id uuid not null,
  balance_id uuid not null,
  leaving boolean not null default false,
  days numeric(6, 2) not null check (days > 0),
  -- Paid from this month on.
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  reason text not null,
  status text not null default 'draft' check (status in ('draft', 'paid')),
  payslip_id uuid,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint leave_encashments_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint leave_encashments_balance foreign key (organization_id, balance_id)
    references leave_balances (organization_id, id),
  constraint leave_encashments_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete set null (payslip_id)
);
create index leave_encashments_of_employee
  on leave_encashments (organization_id, employee_id, status);
create index leave_encashments_of_payslip on leave_encashments (organization_id, payslip_id)
  where payslip_id is not null;
call org_table('leave_encashments', 'leave', '', 'status,payslip_id');
create trigger keep_leave_pay before update or delete on leave_encashments
  for each row when (old.status = 'paid') execute function keep_leave_pay();
create policy erasure on leave_encashments to mshahara_eraser using (true) with check (true);
grant select, update (reason) on leave_encashments to mshahara_eraser;
