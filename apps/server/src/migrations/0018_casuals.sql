-- People paid by the day: who they are, the roll of their days, and what they are paid.

-- A range of days of one person excludes another: equality of ids in a GiST index.
create extension if not exists btree_gist;

-- ---------------------------------------------------------------- people

create table casuals (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  casual_no text not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  id_number text not null,
  phone text not null,
  gender text check (gender in ('Male', 'Female')),
  dob date,
  address text,
  -- For a day, or for a piece.
  pay numeric(14, 2) not null check (pay >= 0),
  pay_basis text not null default 'day' check (pay_basis in ('day', 'piece')),
  piece text,
  pay_by text not null default 'mpesa' check (pay_by in ('mpesa', 'cash')),
  duty text,
  status text not null default 'active'
    check (status in ('active', 'inactive', 'suspended', 'terminated')),
  employment_date date not null,
  termination_date date,
  department_id uuid,
  work_station_id uuid,
  pin_no text,
  nssf_no text,
  nhif_no text,
  avatar text,
  payee_changed_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint casuals_department foreign key (organization_id, department_id)
    references departments (organization_id, id),
  constraint casuals_work_station foreign key (organization_id, work_station_id)
    references work_stations (organization_id, id),
  constraint casuals_dates check (termination_date >= employment_date),
  constraint casuals_last_day check (status <> 'terminated' or termination_date is not null)
);
create unique index casuals_casual_no on casuals (organization_id, casual_no);
create unique index casuals_id_number on casuals (organization_id, id_number);
create index casuals_newest on casuals (organization_id, number desc);
create index casuals_avatar on casuals (organization_id, avatar) where avatar is not null;
call org_table('casuals', 'casuals', '', 'payee_changed_at');
create trigger note_payee_change before update on casuals
  for each row execute function note_casual_payee_change();

create table casual_advances (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  casual_id uuid not null,
  name text not null,
  amount numeric(14, 2) not null check (amount >= 0),
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint casual_advances_casual foreign key (organization_id, casual_id)
    references casuals (organization_id, id)
);
-- The same advance twice would be paid twice.
create unique index casual_advances_name
  on casual_advances (organization_id, casual_id, lower(name));
call org_table('casual_advances', 'casuals');

create table casual_deductions (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  casual_id uuid not null,
  name text not null,
  amount numeric(14, 2) not null check (amount >= 0),
  "from" date not null,
  "to" date not null,
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint casual_deductions_casual foreign key (organization_id, casual_id)
    references casuals (organization_id, id),
  constraint casual_deductions_period check ("to" >= "from")
);
create index casual_deductions_of_casual on casual_deductions (organization_id, casual_id);
call org_table('casual_deductions', 'casuals');

create table casual_settings (
  organization_id uuid primary key references organizations (id),
  statutory boolean not null default false,
  overtime_factor numeric(4, 2) not null default 1.5 check (overtime_factor between 1 and 3),
  day_hours numeric(4, 2) not null default 8 check (day_hours between 4 and 12)
);
call settings_table('casual_settings', 'organizations');

-- ---------------------------------------------------------------- what they are paid

create table casual_payrolls (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  code text not null,
  "from" date not null,
  "to" date not null,
  status text not null default 'draft' check (status in ('draft', 'confirmed')),
  user_id uuid references users (id),
  run_by text not null,
  -- The organisation's terms when the figures were worked out.
  statutory boolean not null,
  overtime_factor numeric(4, 2) not null,
  day_hours numeric(4, 2) not null,
  -- Who was left out: paid for one of the days already, or not on the roll.
  skipped int not null default 0,
  without_days int not null default 0,
  confirmed_at timestamptz,
  confirmed_by text,
  -- Of its payslips, once they are frozen.
  count int,
  gross numeric(14, 2),
  net numeric(14, 2),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint casual_payrolls_range check ("to" >= "from" and "to" - "from" < 62)
);
create unique index casual_payrolls_code on casual_payrolls (organization_id, code);
create index casual_payrolls_newest on casual_payrolls (organization_id, number desc);
call org_table('casual_payrolls', 'casual-payroll');
create trigger keep_casual_payroll before update or delete on casual_payrolls
  for each row when (old.status <> 'draft') execute function keep_casual_payroll();
create constraint trigger confirmed_is_frozen after insert or update on casual_payrolls
  deferrable initially deferred for each row when (new.status = 'confirmed')
  execute function confirmed_casuals_are_frozen();

create table casual_payslips (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  casual_id uuid not null,
  -- The days of its payroll.
  during daterange not null,
  frozen boolean not null default false,
  -- The person as they were: names, numbers, phone, department.
  person jsonb not null,
  pay numeric(14, 2) not null,
  pay_basis text not null check (pay_basis in ('day', 'piece')),
  -- Where the days come from: the muster roll, the dates of the payroll, or some from each.
  source text not null check (source in ('roll', 'range', 'both')),
  days numeric(5, 1) not null check (days >= 0),
  overtime_hours numeric(7, 2) not null default 0,
  pieces numeric(12, 2) not null default 0,
  total numeric(14, 2) not null,
  overtime numeric(14, 2) not null default 0,
  advance numeric(14, 2) not null,
  gross numeric(14, 2) not null,
  statutory numeric(14, 2) not null default 0,
  deduction numeric(14, 2) not null,
  net numeric(14, 2) not null,
  -- Each advance and deduction by its name, and each day.
  lines jsonb not null,
  -- What each month of the range has of it, for the law's month to date and the returns.
  months jsonb not null,
  primary key (organization_id, id),
  constraint casual_payslips_payroll foreign key (organization_id, payroll_id)
    references casual_payrolls (organization_id, id),
  constraint casual_payslips_casual foreign key (organization_id, casual_id)
    references casuals (organization_id, id),
  constraint casual_payslips_add_up
    check (total + overtime + advance = gross and gross - deduction = net),
  constraint casual_payslips_net check (not frozen or net >= 0),
  -- Nobody is paid twice for a day (C2).
  constraint casual_payslips_once exclude using gist
    (organization_id with =, casual_id with =, during with &&)
);
create index casual_payslips_of_payroll on casual_payslips (organization_id, payroll_id);
-- Bulk lines are not logged one by one (A21): the run logs one entry with count and totals.
call org_table('casual_payslips', '');
create trigger keep_casual_payslip before update or delete on casual_payslips
  for each row when (old.frozen) execute function keep_casual_payslip();
create trigger only_into_drafts after insert on casual_payslips
  referencing new table as added for each statement execute function only_into_casual_drafts();

-- ---------------------------------------------------------------- the muster roll

-- Days that are on the roll: whoever is not marked on one of them was not there.
create table muster_days (
  organization_id uuid not null default app_org() references organizations (id),
  day date not null,
  primary key (organization_id, day)
);
-- Each save of the sheet logs one entry.
call org_table('muster_days', '');

create table muster_marks (
  organization_id uuid not null default app_org() references organizations (id),
  casual_id uuid not null,
  day date not null,
  -- Full, half, or absent.
  present numeric(2, 1) not null check (present in (0, 0.5, 1)),
  overtime_hours numeric(4, 2) not null default 0 check (overtime_hours between 0 and 16),
  pieces numeric(8, 2) not null default 0 check (pieces >= 0),
  primary key (organization_id, casual_id, day),
  constraint muster_marks_casual foreign key (organization_id, casual_id)
    references casuals (organization_id, id),
  constraint muster_marks_day foreign key (organization_id, day)
    references muster_days (organization_id, day)
);
create index muster_marks_of_day on muster_marks (organization_id, day);
call org_table('muster_marks', '');
-- What was paid by the roll stays on the roll.
create trigger keep_added after insert on muster_marks
  referencing new table as touched for each statement execute function keep_paid_marks();
create trigger keep_changed after update on muster_marks
  referencing old table as touched for each statement execute function keep_paid_marks();
create trigger keep_removed after delete on muster_marks
  referencing old table as touched for each statement execute function keep_paid_marks();
