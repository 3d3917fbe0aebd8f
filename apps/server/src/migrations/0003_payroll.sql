-- What people are paid: the monthly run, what goes into it, and what is made of it.

-- ---------------------------------------------------------------- runs

create table payrolls (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  code text not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  status text not null default 'draft' check (status in ('draft', 'confirmed', 'reversed')),
  user_id uuid references users (id),
  run_by text not null,
  job_id uuid,
  -- Null while the figures are being worked out.
  calculated_at timestamptz,
  -- The versions of the law the figures rest on.
  rules jsonb,
  confirmed_at timestamptz,
  confirmed_by text,
  reversed_at timestamptz,
  reversed_by text,
  reversal_reason text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payrolls_reversal check ((status = 'reversed') = (reversed_at is not null))
);
create unique index payrolls_code on payrolls (organization_id, code);
create index payrolls_newest on payrolls (organization_id, number desc);
create index payrolls_month on payrolls (organization_id, month) where status = 'confirmed';
call org_table('payrolls', 'payroll', '', 'job_id,calculated_at,rules');
create trigger keep_payroll before update or delete on payrolls
  for each row when (old.status <> 'draft') execute function keep_payroll();
create constraint trigger confirmed_is_frozen after insert or update on payrolls
  deferrable initially deferred for each row when (new.status = 'confirmed')
  execute function confirmed_is_frozen();

create table payslips (
  organization_id uuid not null default app_org() references organizations (id),
  -- Random: it is also what the verification page is asked for.
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  employee_id uuid not null,
  month text not null,
  -- Set when the run is confirmed; nothing changes afterwards.
  frozen boolean not null default false,
  -- Set when the run is reversed: the person can be paid again.
  void boolean not null default false,
  -- Of everything the figures were made from; null until they are.
  digest text,
  -- The person as they were: names, numbers, bank, department.
  person jsonb,
  -- What the engine was given, so that every figure can be explained again.
  input jsonb,
  incomes jsonb,
  deductions jsonb,
  department_id uuid,
  designation_id uuid,
  work_station_id uuid,
  days smallint,
  days_of smallint,
  salary numeric(14, 2),
  gross numeric(14, 2),
  taxable numeric(14, 2),
  income_tax numeric(14, 2),
  tax_relief numeric(14, 2),
  nhif_relief numeric(14, 2),
  housing_relief numeric(14, 2),
  paye numeric(14, 2),
  nssf numeric(14, 2),
  health numeric(14, 2),
  housing numeric(14, 2),
  withholding_tax numeric(14, 2),
  other_deductions numeric(14, 2),
  total_deductions numeric(14, 2),
  net numeric(14, 2),
  nssf_employer numeric(14, 2),
  housing_employer numeric(14, 2),
  nita numeric(14, 2),
  primary key (organization_id, id),
  constraint payslips_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id),
  constraint payslips_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  -- What is shown adds up to the cent.
  constraint payslips_add_up check (gross - total_deductions = net)
);
create index payslips_of_payroll on payslips (organization_id, payroll_id);
-- Nobody is paid twice for a month. Also how a person's payslips are found.
create unique index payslips_once_a_month on payslips (organization_id, employee_id, month)
  where not void;
-- Bulk lines are not logged one by one (A21): the run logs one entry with count and totals.
call org_table('payslips', '');
create trigger keep_payslip before update or delete on payslips
  for each row when (old.frozen) execute function keep_payslip();
create trigger only_into_drafts after insert on payslips
  referencing new table as added for each statement execute function only_into_drafts();

-- ---------------------------------------------------------------- pay items

create table allowances (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  name text not null,
  amount numeric(14, 2) not null check (amount >= 0),
  taxable boolean not null default true,
  type text not null default 'other'
    check (type in ('house', 'transport', 'leave', 'overtime', 'other')),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint allowances_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
-- The same allowance twice would be paid twice.
create unique index allowances_name on allowances (organization_id, employee_id, lower(name));
call org_table('allowances', 'pay-items');

create table recur_incomes (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  name text not null,
  amount numeric(14, 2) not null check (amount >= 0),
  taxable boolean not null default true,
  one_off boolean not null default false,
  "from" date not null,
  "to" date,
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint recur_incomes_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint recur_incomes_period check ("to" >= "from")
);
create index recur_incomes_of_employee on recur_incomes (organization_id, employee_id);
call org_table('recur_incomes', 'pay-items');

create table recur_deductions (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  name text not null,
  amount numeric(14, 2) not null check (amount >= 0),
  taxable boolean not null default true,
  kind text not null default 'other' check (kind in ('other', 'pension',
    'post-retirement medical', 'mortgage interest', 'insurance premium')),
  "from" date not null,
  "to" date,
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint recur_deductions_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint recur_deductions_period check ("to" >= "from")
);
create index recur_deductions_of_employee on recur_deductions (organization_id, employee_id);
call org_table('recur_deductions', 'pay-items');

-- Name, target and rate are those of the commission rate when the revenue was recorded.
create table employee_revenues (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  commission_rate_id uuid,
  name text not null default '',
  display_name text not null default '',
  amount numeric(14, 2) not null check (amount >= 0),
  target numeric(14, 2) not null default 0 check (target >= 0),
  rate numeric(5, 2) not null default 0 check (rate between 0 and 100),
  status text not null default 'draft' check (status in ('draft', 'paid')),
  -- It is in one payslip at most, and set free when that payslip goes.
  payslip_id uuid,
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint employee_revenues_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint employee_revenues_rate foreign key (organization_id, commission_rate_id)
    references commission_rates (organization_id, id),
  constraint employee_revenues_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete set null (payslip_id)
);
create index employee_revenues_of_employee
  on employee_revenues (organization_id, employee_id, period);
create index employee_revenues_draft
  on employee_revenues (organization_id, period) where status = 'draft';
create index employee_revenues_of_payslip on employee_revenues (organization_id, payslip_id)
  where payslip_id is not null;
call org_table('employee_revenues', 'pay-items');

-- ---------------------------------------------------------------- what is made of them

-- Email state lives outside the frozen rows (B13).
create table payslip_mails (
  organization_id uuid not null default app_org() references organizations (id),
  payslip_id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'uncertain')),
  recipient text not null,
  error text,
  mail_id uuid,
  updated_at timestamptz not null default app_now(),
  primary key (organization_id, payslip_id),
  constraint payslip_mails_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete cascade
);
call org_table('payslip_mails', '');

-- Every produced file is kept with its checksum, who made it and when.
create table byproducts (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  -- Set for what a run was exported to, or a payslip printed as; a tax form has neither.
  payroll_id uuid,
  payslip_id uuid,
  employee_id uuid,
  type text not null,
  extension text not null,
  -- The name people see, and the unguessable one it is stored under.
  name text not null,
  file text not null,
  bytes int not null,
  sha256 text not null,
  made_by text not null,
  user_id uuid references users (id),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint byproducts_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id) on delete set null (payroll_id),
  constraint byproducts_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete cascade,
  constraint byproducts_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create index byproducts_name on byproducts (organization_id, name, number desc);
create index byproducts_file on byproducts (organization_id, file);
create index byproducts_of_payslip on byproducts (organization_id, payslip_id);
call org_table('byproducts', 'exports');

-- ---------------------------------------------------------------- each area's choices

create table payroll_settings (
  organization_id uuid primary key references organizations (id),
  withhold_consultants boolean not null default true,
  pdf_password boolean not null default false,
  shif_rounding text not null default 'cent' check (shif_rounding in ('cent', 'shilling')),
  paye_rounding text not null default 'cent' check (paye_rounding in ('cent', 'shilling'))
);
call settings_table('payroll_settings', 'organizations');

create table payslip_settings (
  organization_id uuid primary key references organizations (id),
  template_id text not null default 'classic',
  light_color text not null default '#E7F2EE' check (light_color ~ '^#[0-9A-Fa-f]{6}$'),
  dark_color text not null default '#0B6B50' check (dark_color ~ '^#[0-9A-Fa-f]{6}$')
);
call settings_table('payslip_settings', 'organizations');

create table export_settings (
  organization_id uuid primary key references organizations (id),
  bank_layouts jsonb not null default '{}'
);
call settings_table('export_settings', 'organizations');
