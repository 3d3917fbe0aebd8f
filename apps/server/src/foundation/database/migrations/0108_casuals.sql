-- People paid by the day: who they are, and the roll of their days.

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
  -- Made anonymous: nothing changes afterwards.
  erased_at timestamptz,
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
call guard_rights('casuals', 'insert', 'create casuals');
call guard_rights('casuals', 'update', 'edit casuals');
call guard_rights('casuals', 'delete', 'delete casuals');
call erasable('casuals', 'update (first_name, middle_name, last_name, casual_no, id_number, phone,
  gender, dob, address, pin_no, nssf_no, nhif_no, avatar, erased_at)');
create trigger note_payee_change before update on casuals
  for each row execute function note_casual_payee_change();
create trigger keep_erased before update or delete on casuals
  for each row when (old.erased_at is not null) execute function keep_erased();

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
call guard_rights('casual_advances', 'insert or update or delete', 'edit casuals');
call erasable('casual_advances', 'update (description)');

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
call guard_rights('casual_deductions', 'insert or update or delete', 'edit casuals');
call erasable('casual_deductions', 'update (description)');

create table casual_settings (
  organization_id uuid primary key references organizations (id),
  statutory boolean not null default false,
  overtime_factor numeric(4, 2) not null default 1.5 check (overtime_factor between 1 and 3),
  day_hours numeric(4, 2) not null default 8 check (day_hours between 4 and 12),
  -- Follows from the first sheet that somebody saves.
  keeps_roll boolean not null default false
);
call settings_table('casual_settings', 'organizations');
call guard_rights('casual_settings',
  'update of organization_id, statutory, overtime_factor, day_hours', 'edit organization');
call guard_rights('casual_settings', 'update of keeps_roll', 'edit organization', 'edit casuals');
-- A switch that protects is put off only by whoever may choose it.
create trigger guard_switching_off before update on casual_settings
  for each row when (current_user = 'mshahara_app' and old.keeps_roll and not new.keeps_roll)
  execute function guard_right('edit organization');

-- ---------------------------------------------------------------- the muster roll

-- Days that are on the roll: whoever is not marked on one of them was not there.
create table muster_days (
  organization_id uuid not null default app_org() references organizations (id),
  day date not null,
  primary key (organization_id, day)
);
-- Each save of the sheet logs one entry.
call org_table('muster_days', '');
call guard_rights('muster_days', 'insert or update or delete', 'edit casuals');
create trigger roll_is_kept after insert on muster_days
  referencing new table as added for each statement execute function roll_is_kept();

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
call guard_rights('muster_marks', 'insert or update or delete', 'edit casuals');
-- What was paid by the roll stays on the roll.
create trigger keep_added after insert on muster_marks
  referencing new table as touched for each statement execute function keep_paid_marks();
create trigger keep_changed after update on muster_marks
  referencing old table as touched for each statement execute function keep_paid_marks();
create trigger keep_removed after delete on muster_marks
  referencing old table as touched for each statement execute function keep_paid_marks();
