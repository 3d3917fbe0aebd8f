-- Leave that is asked for, the ledger of balances, and what leave does to pay.

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
  -- What it is paid at stays as it was when it was approved, whatever becomes of its type. Null for
  -- leave that was approved earlier: as its type says.
  paid_share int check (paid_share between 0 and 100),
  full_pay_days numeric(6, 2) check (full_pay_days >= 0),
  -- Ended because its person left before it was decided; and whether that was told.
  left_undecided text check (left_undecided in ('to tell', 'told')),
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
create index leave_requests_of_employee
  on leave_requests (organization_id, employee_id, start_date);
create index leave_requests_by_day on leave_requests (organization_id, start_date, end_date)
  where status in ('pending', 'approved');
create index leave_requests_by_status on leave_requests (organization_id, status, number desc);
create index leave_requests_left on leave_requests (organization_id)
  where left_undecided = 'to tell';
-- Why somebody is ill is nobody's business who reads the log.
call org_table('leave_requests', 'leave', 'reason,rejection_reason', 'level');
-- What was asked for, and what was said about it, stay on record.
revoke delete on leave_requests from mshahara_app;
call erasable('leave_requests', 'update (reason, rejection_reason)');
create trigger leave_apart before insert or update of start_date, end_date, status on leave_requests
  for each row execute function leave_apart();
create trigger guard_decision before insert or update on leave_requests
  for each row when (current_user = 'mshahara_app') execute function guard_leave_request();
create constraint trigger leave_request_adds_up after insert or update of status on leave_requests
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app') execute function leave_request_adds_up();

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
revoke update, delete on leave_request_files from mshahara_app;
call erasable('leave_request_files', 'delete');
create trigger guard_own before insert on leave_request_files
  for each row when (current_user = 'mshahara_app') execute function guard_leave_file();

-- Its days, and the rule they were counted by.
create table leave_request_days (
  organization_id uuid not null default app_org() references organizations (id),
  request_id uuid not null,
  day date not null,
  -- Of the calendar day, and what is taken of it from the balance: 0, 0.5 or 1.
  covered numeric(3, 2) not null check (covered in (0.5, 1)),
  counts numeric(3, 2) not null check (counts in (0, 0.5, 1)),
  why text not null check (why in ('counts', 'half day', 'weekend', 'holiday')),
  -- Of the holiday, and whether it was an estimate.
  name text,
  expected boolean not null default false,
  rule text not null check (rule in ('calendar', 'mon-fri', 'mon-sat', 'mon-fri sun', 'mon-sun')),
  primary key (organization_id, request_id, day),
  constraint leave_request_days_request foreign key (organization_id, request_id)
    references leave_requests (organization_id, id)
);
create index leave_request_days_by_day on leave_request_days (organization_id, day);
call org_table('leave_request_days', '');
create trigger keep_leave_day before update or delete on leave_request_days
  for each row execute function keep_leave_day();
create trigger guard_day before insert or update or delete on leave_request_days
  for each row when (current_user = 'mshahara_app') execute function guard_leave_day();

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
  -- So many of the days that were carried over, or lost of those, were more than earned.
  beyond numeric(7, 2) not null default 0,
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
  constraint leave_entries_reason check (kind <> 'adjustment' or trim(reason) <> ''),
  constraint leave_entries_beyond check (beyond = 0 or kind in ('carry-over', 'expiry')
    and beyond * entitled > 0 and abs(beyond) <= abs(entitled))
);
create index leave_entries_of_balance on leave_entries (organization_id, balance_id, number);
create index leave_entries_of_request on leave_entries (organization_id, request_id)
  where request_id is not null;
create unique index leave_entries_once on leave_entries (organization_id, balance_id, key)
  where key is not null;
call org_table('leave_entries', '');
revoke update, delete on leave_entries from mshahara_app, mshahara_platform;
call erasable('leave_entries', 'update (reason)');
-- By the statement and not one by one: a night of ten thousand people adds a hundred thousand, most
-- of them to the same balances.
create trigger leave_added_up after insert on leave_entries
  referencing new table as added for each statement execute function leave_added_up();
create trigger keep_leave_entry before update or delete on leave_entries
  for each row execute function keep_leave_entry();

-- They are written by whoever may (C18, C21) ...
create trigger guard_right before insert on leave_entries
  for each row when (current_user = 'mshahara_app' and new.kind = 'adjustment')
  execute function guard_right('edit leaves');
create trigger guard_pay before insert on leave_entries
  for each row when (current_user = 'mshahara_app' and new.kind = 'encashment')
  execute function guard_right('edit leaves', 'create payrolls', 'edit payrolls',
    'approve payrolls', 'delete payrolls');
create trigger guard_entry before insert on leave_entries
  for each row when (current_user = 'mshahara_app' and new.kind not in ('adjustment', 'encashment'))
  execute function guard_leave_entry();
-- ... and add up.
create constraint trigger leave_given_adds_up after insert on leave_entries
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app' and new.kind in ('accrual', 'entitlement'))
  execute function leave_given_adds_up();
create constraint trigger leave_moved_adds_up after insert on leave_entries
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app' and new.kind in ('carry-over', 'expiry'))
  execute function leave_moved_adds_up();
create constraint trigger leave_request_adds_up after insert on leave_entries
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app' and new.request_id is not null)
  execute function leave_request_adds_up();
create constraint trigger leave_paid_out_adds_up after insert on leave_entries
  deferrable initially deferred for each row
  when (new.request_id is null and new.used <> 0) execute function leave_paid_out_adds_up();

-- ---------------------------------------------------------------- into pay

-- Unpaid days by request and month. What changes after a payslip has taken them is another row.
-- What a last pay could not bear is a claim, which somebody collects or waives; what leave costs
-- less after the last pay is owed to the person, and paid.
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
  status text not null default 'draft' check (status in ('draft', 'paid', 'closed')),
  payslip_id uuid,
  outcome text
    check (outcome in ('collected', 'waived') and days > 0 or outcome = 'paid' and days < 0),
  outcome_reason text,
  closed_at timestamptz,
  closed_by text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint leave_pay_days_request foreign key (organization_id, request_id)
    references leave_requests (organization_id, id),
  constraint leave_pay_days_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint leave_pay_days_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete set null (payslip_id),
  constraint leave_pay_days_closed check (case when status = 'closed'
    then num_nulls(outcome, outcome_reason, closed_at, closed_by) = 0 and payslip_id is null
    else num_nonnulls(outcome, outcome_reason, closed_at, closed_by) = 0 end)
);
create index leave_pay_days_of_employee on leave_pay_days (organization_id, employee_id, status);
create index leave_pay_days_of_payslip on leave_pay_days (organization_id, payslip_id)
  where payslip_id is not null;
call org_table('leave_pay_days', '');
-- What is closed is a decision of its own; everything else here follows from logged requests.
create trigger activity after update on leave_pay_days for each row
  when (new.status = 'closed' and current_user <> 'mshahara_eraser')
  execute function activity('leave', '', '');
call erasable('leave_pay_days', 'update (outcome_reason)');
create trigger keep_leave_pay before update or delete on leave_pay_days
  for each row when (old.status <> 'draft') execute function keep_leave_pay();
-- Nothing enters as taken or closed.
create trigger guard_leave_pay before insert on leave_pay_days
  for each row when (current_user = 'mshahara_app') execute function guard_leave_pay();
call guard_rights('leave_pay_days', 'update', 'edit leaves', 'create payrolls', 'edit payrolls',
  'approve payrolls', 'delete payrolls');
create constraint trigger leave_pay_adds_up after insert or delete on leave_pay_days
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app') execute function leave_pay_adds_up();

-- Days that are paid out: on request, or because somebody leaves. Those of a leaver belong to the
-- draft that has worked them out: the balance changes when it is confirmed.
create table leave_encashments (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  employee_id uuid not null,
  balance_id uuid not null,
  leaving boolean not null default false,
  days numeric(6, 2) not null check (days > 0),
  -- Of them, such as this year has not earned and that were not carried over; they are approved by
  -- name, and why there are so many is told to whoever approves it.
  beyond numeric(6, 2) not null default 0,
  why text,
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
    references payslips (organization_id, id) on delete set null (payslip_id),
  constraint leave_encashments_beyond check (beyond between 0 and days)
);
create index leave_encashments_of_employee
  on leave_encashments (organization_id, employee_id, status);
create index leave_encashments_of_payslip on leave_encashments (organization_id, payslip_id)
  where payslip_id is not null;
create index leave_encashments_of_balance on leave_encashments (organization_id, balance_id);
call org_table('leave_encashments', 'leave', '', 'status,payslip_id');
call erasable('leave_encashments', 'update (reason)');
create trigger keep_leave_pay before update or delete on leave_encashments
  for each row when (old.status = 'paid') execute function keep_leave_pay();
-- Years to come pay nothing (C18).
create trigger leave_year_begun before insert on leave_encashments
  for each row execute function leave_year_begun();
create trigger leave_pay_approved before update on leave_encashments
  for each row when (new.beyond > 0 and new.status = 'paid' and old.status = 'draft')
  execute function leave_pay_approved();
-- What a balance has used beside requests is what was paid out of it: giving days back and paying
-- others out at the same moment could leave days used that nobody was paid.
create constraint trigger leave_paid_out_adds_up
  after insert or delete or update of days, status, balance_id on leave_encashments
  deferrable initially deferred for each row execute function leave_paid_out_adds_up();
-- They are worked out by whoever makes a run, not only by whoever approves it.
call guard_rights('leave_encashments', 'insert or update or delete', 'edit leaves',
  'create payrolls', 'edit payrolls', 'approve payrolls', 'delete payrolls');
-- Nobody has their own days paid out where somebody else could say so.
create trigger guard_own before insert or update on leave_encashments
  for each row when (current_user = 'mshahara_app') execute function guard_encashment();
