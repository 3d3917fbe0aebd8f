-- The organisation's structure, its employees, and who belongs to it.

-- ---------------------------------------------------------------- structure

-- Departments, designations and work stations are three lists of one shape.
create table departments (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create table designations (like departments including defaults,
  foreign key (organization_id) references organizations (id),
  primary key (organization_id, id));
create table work_stations (like departments including defaults,
  foreign key (organization_id) references organizations (id),
  primary key (organization_id, id));

create unique index departments_name on departments (organization_id, lower(name));
create unique index departments_code on departments (organization_id, code);
create unique index designations_name on designations (organization_id, lower(name));
create unique index designations_code on designations (organization_id, code);
create unique index work_stations_name on work_stations (organization_id, lower(name));
create unique index work_stations_code on work_stations (organization_id, code);
call org_table('departments', 'structure');
call org_table('designations', 'structure');
call org_table('work_stations', 'structure');

create table commission_rates (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  display_name text not null,
  amount numeric(14, 2) not null check (amount >= 0),
  rate numeric(5, 2) not null check (rate between 0 and 100),
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create unique index commission_rates_name on commission_rates (organization_id, lower(name));
call org_table('commission_rates', 'structure');

-- ---------------------------------------------------------------- employees

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
  resident boolean not null default true,
  primary_employment boolean not null default true,
  nssf_tier2_contracted_out boolean not null default false,
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
call org_table('employees', 'employees');
create trigger keep_erased before update or delete on employees
  for each row when (old.erased_at is not null) execute function keep_erased();

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

-- ---------------------------------------------------------------- who belongs to it

create table memberships (
  organization_id uuid not null default app_org() references organizations (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('primary', 'admin', 'finance', 'user', 'employee')),
  status text not null default 'active' check (status in ('active', 'inactive', 'invited')),
  permissions text[] not null default '{}',
  employee_id uuid,
  -- Inactive because of the employee's status, and not because somebody switched the sign-in off.
  off_by_record boolean not null default false,
  -- As the inviter wrote it; shown until the person accepts.
  invited_as jsonb,
  -- What stands for the ID number at a first sign-in, which so names the organisation (A6).
  activation_hash bytea,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, user_id),
  constraint memberships_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create index memberships_of_user on memberships (user_id);
create unique index memberships_one_per_employee on memberships (organization_id, employee_id);
-- The digest stays out of the log.
call org_table('memberships', 'users', 'activation_hash', 'activation_hash');
create trigger keep_a_primary before update or delete on memberships
  for each row execute function keep_a_primary();
create trigger only_the_invited_accepts before update on memberships
  for each row execute function only_the_invited_accepts();

create policy colleagues on users to mshahara_app
  using (id = (select bound_user()) or exists (
    select from memberships m where m.user_id = users.id and m.status <> 'invited'))
  with check (id = (select bound_user()));

create table notifications (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- The same news is told once.
  key text,
  title text not null,
  text text not null,
  link text,
  read_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  -- Whoever goes takes the news meant for them along.
  constraint notifications_member foreign key (organization_id, user_id)
    references memberships (organization_id, user_id) on delete cascade,
  unique (organization_id, user_id, key)
);
create index notifications_newest on notifications (organization_id, user_id, created_at desc);
call org_table('notifications', '');
