-- Employees, what they earn, and what they propose to change of their own record.

create table employees (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  -- The order in which they were added, also where many fall on one instant.
  number bigint generated always as identity,
  employee_no text not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  id_number text not null,
  phone text,
  email text constraint employees_email_lower check (email = lower(email)),
  gender text check (gender in ('Male', 'Female')),
  dob date,
  address text,
  disability boolean not null default false,
  disability_certificate_no text,
  disability_certificate_expiry date,
  kin_name text,
  kin_relationship text,
  kin_phone text,
  tos text not null check (tos in ('Permanent', 'Contract', 'Consultant')),
  employment_date date not null,
  termination_date date,
  status text not null default 'active'
    check (status in ('active', 'inactive', 'suspended', 'terminated')),
  paye boolean not null default true,
  nhif boolean not null default true,
  nssf boolean not null default true,
  housing boolean not null default true,
  nita boolean not null default true,
  email_payslip boolean not null default true,
  department_id uuid,
  designation_id uuid,
  work_station_id uuid,
  pin_no text,
  nhif_no text,
  nssf_no text,
  bank_name text,
  branch_name text,
  account_no text,
  bank_code text,
  branch_code text,
  avatar text,
  pay_by text not null default 'bank' check (pay_by in ('bank', 'mpesa')),
  -- When account, phone or way of payment last changed; null where they are as first entered.
  payee_changed_at timestamptz,
  resident boolean not null default true,
  primary_employment boolean not null default true,
  nssf_tier2_contracted_out boolean not null default false,
  -- Beyond the age of 60.
  nssf_continues boolean not null default false,
  vat_registered boolean not null default false,
  -- Made anonymous: nothing changes afterwards.
  erased_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint employees_department foreign key (organization_id, department_id)
    references departments (organization_id, id),
  constraint employees_designation foreign key (organization_id, designation_id)
    references designations (organization_id, id),
  constraint employees_work_station foreign key (organization_id, work_station_id)
    references work_stations (organization_id, id),
  constraint employees_dates check (termination_date >= employment_date),
  constraint employees_last_day check (status <> 'terminated' or termination_date is not null)
);
create unique index employees_employee_no on employees (organization_id, lower(employee_no));
create unique index employees_id_number on employees (organization_id, id_number);
create unique index employees_email on employees (organization_id, email);
create index employees_newest on employees (organization_id, number desc);
create index employees_account on employees (organization_id, account_no);
-- A photo is asked for by its name.
create index employees_avatar on employees (organization_id, avatar) where avatar is not null;
-- Of a way of payment the log has the change itself.
call org_table('employees', 'employees', '', 'payee_changed_at');
call guard_rights('employees', 'insert', 'create employees');
call guard_rights('employees', 'update', 'edit employees');
call guard_rights('employees', 'delete', 'delete employees');
call erasable('employees', 'update (first_name, middle_name, last_name, employee_no, id_number,
  phone, email, gender, dob, address, disability, disability_certificate_no,
  disability_certificate_expiry, kin_name, kin_relationship, kin_phone, pin_no, nhif_no, nssf_no,
  bank_name, branch_name, account_no, bank_code, branch_code, avatar, email_payslip, erased_at)');
create trigger keep_erased before update or delete on employees
  for each row when (old.erased_at is not null) execute function keep_erased();
create trigger note_payee_change before update on employees
  for each row execute function note_payee_change();
-- A day of payment speaks of whoever was paid by bank then.
create trigger keep_recorded after update of pay_by on employees
  for each row when (old.pay_by = 'bank' and new.pay_by <> 'bank')
  execute function keep_recorded_payments();
-- What days of leave are earned by.
create trigger keep_leave_person after insert or update of gender, employment_date on employees
  for each row when (current_user <> 'mshahara_eraser') execute function keep_leave_person();
create trigger forget_leave_person after update of gender on employees
  for each row when (current_user = 'mshahara_eraser') execute function forget_leave_person();

-- What a person earns from a month on. Nothing is changed here: the newest entry that has begun
-- by a month is that month's salary, and an entry recorded later wins over earlier ones.
create table salaries (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  employee_id uuid not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  amount numeric(14, 2) not null check (amount >= 0),
  by text not null default coalesce(nullif(current_setting('app.actor', true), ''), 'System'),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint salaries_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create index salaries_of_employee on salaries (organization_id, employee_id, number desc);
call org_table('salaries', 'employees');
revoke update, delete on salaries from mshahara_app, mshahara_platform;
call guard_rights('salaries', 'insert', 'create employees', 'edit employees');

create table employee_files (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  name text not null,
  file text not null,
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint employee_files_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create index employee_files_of_employee on employee_files (organization_id, employee_id);
create index employee_files_file on employee_files (organization_id, file);
call org_table('employee_files', 'employees');
call guard_rights('employee_files', 'insert or update or delete', 'edit employees');
call erasable('employee_files', 'delete');

-- Their own address was written by others: another than the person had, or that of somebody who is
-- here already. What a login agrees to is marked from the first sign-in with it, however late that
-- is (`functions/members.sql`). Only the platform writes it down.
create table address_changes (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  kind text not null default 'changed' check (kind in ('changed', 'shared')),
  changed_at timestamptz not null default app_now(),
  changed_by uuid references users (id) on delete set null,
  used_at timestamptz,
  -- Whether the person could be told of it anywhere.
  told boolean not null default true,
  primary key (organization_id, id),
  constraint address_changes_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id) on delete cascade
);
create index address_changes_of_employee
  on address_changes (organization_id, employee_id, changed_at);
call org_table('address_changes', '');
revoke insert, update, delete on address_changes from mshahara_app;

-- ---------------------------------------------------------------- what they propose themselves

create table detail_proposals (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  employee_id uuid not null,
  status text not null default 'open' check (status in ('open', 'decided', 'withdrawn')),
  -- Rises with each change of the proposal: codes and decisions belong to one.
  revision int not null default 1,
  -- Which contacts have to be confirmed by a code, and how that was done.
  needs_old boolean not null,
  needs_new boolean not null,
  old_confirmed_at timestamptz,
  old_by text check (old_by in ('text', 'email')),
  new_confirmed_at timestamptz,
  ready boolean not null generated always as ((not needs_old or old_confirmed_at is not null)
    and (not needs_new or new_confirmed_at is not null)) stored,
  reason text,
  -- Whoever decided said that they had called the person.
  called boolean not null default false,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint detail_proposals_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint detail_proposals_decided
    check ((status = 'decided') = (decided_at is not null and decided_by is not null)),
  constraint detail_proposals_old check ((old_confirmed_at is null) = (old_by is null))
);
create unique index detail_proposals_one_open on detail_proposals (organization_id, employee_id)
  where status = 'open';
create index detail_proposals_of_employee
  on detail_proposals (organization_id, employee_id, number desc);
create index detail_proposals_newest on detail_proposals (organization_id, number desc);
call org_table('detail_proposals', 'my-details');
call erasable('detail_proposals', 'delete');
create trigger keep_proposal before update or delete on detail_proposals
  for each row execute function keep_detail_proposal();
-- Whoever proposes changes their own proposal, and whoever keeps the records decides about it.
create trigger guard_own before insert or update on detail_proposals
  for each row when (current_user = 'mshahara_app') execute function guard_detail_proposal();
revoke delete on detail_proposals from mshahara_app;

create table detail_changes (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  proposal_id uuid not null,
  subject text not null check (subject in ('phone', 'address', 'kin', 'bank', 'photo')),
  before jsonb not null,
  after jsonb not null,
  -- A proposed picture, as long as it waits.
  file text,
  accepted boolean,
  primary key (organization_id, id),
  constraint detail_changes_proposal foreign key (organization_id, proposal_id)
    references detail_proposals (organization_id, id),
  constraint detail_changes_once unique (organization_id, proposal_id, subject)
);
create index detail_changes_files on detail_changes (organization_id, file) where file is not null;
-- The proposal is logged, and what is accepted is logged with the employee.
call org_table('detail_changes', '');
call erasable('detail_changes', 'delete');
create trigger keep_change before insert or update or delete on detail_changes
  for each row execute function keep_detail_change();
create trigger guard_own before insert or update or delete on detail_changes
  for each row when (current_user = 'mshahara_app') execute function guard_detail_change();
