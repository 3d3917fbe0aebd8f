-- Leave: types, holidays and working days, and balances as the sums of a ledger.

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
  pay_leavers boolean not null default false,
  -- With which working days leave was last counted; not for the log.
  counted_saturday boolean,
  counted_sunday boolean
);
call settings_table('leave_settings', 'leave', 'counted_saturday,counted_sunday');
call guard_rights('leave_settings', 'update', 'edit leaves');

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
  -- How far back an employee may ask for leave that was taken already.
  backdate_days int not null default 7 check (backdate_days between 0 and 366),
  encashable boolean not null default false,
  seeded boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  -- What is not paid when it is taken is not paid out instead.
  constraint leave_types_paid_out check (is_paid or not encashable)
);
create unique index leave_types_name on leave_types (organization_id, lower(name));
create unique index leave_types_code on leave_types (organization_id, lower(code));
-- What every organisation starts with is no news; what it makes of it is.
call org_table('leave_types', '');
create trigger activity after update or delete on leave_types
  for each row execute function activity('leave', '', '');
call log_creation('leave_types', 'leave', '', '', 'not it.seeded');
create trigger guard_right before insert or update or delete on leave_types
  for each row when (current_user = 'mshahara_app') execute function guard_right('edit leaves');
create trigger keep_leave_terms
  after insert or update of accrual, default_days, encashable, gender, is_active
  on leave_types for each row execute function keep_leave_terms();

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
call org_table('leave_holidays', '');
create trigger activity after update or delete on leave_holidays
  for each row execute function activity('leave', '', '');
call log_creation('leave_holidays', 'leave', '', '', 'not it.seeded');
call guard_rights('leave_holidays', 'insert or update or delete', 'edit leaves');

create trigger leave_seed after insert on organizations
  for each row execute function seed_leave();

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
call guard_rights('leave_patterns', 'insert or update or delete', 'edit leaves');

-- ---------------------------------------------------------------- what days are earned by

-- What was earned follows the rule of its time (C21): how a type gave days since when, to whom,
-- whether it did, and whether they are paid out.
create table leave_type_terms (
  organization_id uuid not null default app_org() references organizations (id),
  leave_type_id uuid not null,
  since date not null,
  accrual text not null,
  default_days numeric(6, 2) not null,
  encashable boolean not null,
  gender text,
  is_active boolean not null,
  primary key (organization_id, leave_type_id, since),
  constraint leave_type_terms_type foreign key (organization_id, leave_type_id)
    references leave_types (organization_id, id) on delete cascade
);
call org_table('leave_type_terms', '');
revoke insert, update, delete on leave_type_terms from mshahara_app;

-- And what somebody had to be for it.
create table leave_person_terms (
  organization_id uuid not null default app_org() references organizations (id),
  employee_id uuid not null,
  since date not null,
  gender text,
  employment_date date not null,
  primary key (organization_id, employee_id, since),
  constraint leave_person_terms_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id) on delete cascade
);
call org_table('leave_person_terms', '');
revoke insert, update, delete on leave_person_terms from mshahara_app;

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
call guard_rights('leave_balances', 'insert', 'edit leaves', 'create payrolls', 'edit payrolls',
  'approve payrolls');
call erasable('leave_balances');
create trigger leave_year_over before insert on leave_balances
  for each row execute function leave_year_over();
