-- What goes into somebody's pay beside the salary, and what changes from month to month.

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
call guard_rights('allowances', 'insert or update or delete', 'edit employees');

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
  status text not null default 'draft' check (status in ('draft', 'paid')),
  -- The payslip that paid it; only a one-off has one.
  payslip_id uuid,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint recur_incomes_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint recur_incomes_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete set null (payslip_id),
  constraint recur_incomes_period check ("to" >= "from")
);
create index recur_incomes_of_employee on recur_incomes (organization_id, employee_id);
create index recur_incomes_of_payslip on recur_incomes (organization_id, payslip_id)
  where payslip_id is not null;
-- A run logs one entry for all that it takes in (A21).
call org_table('recur_incomes', 'pay-items', '', 'status,payslip_id');
call erasable('recur_incomes', 'update (description)');
create trigger one_month_only before insert or update of one_off, "from", "to" on recur_incomes
  for each row when (new.one_off) execute function one_month_only();

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
call guard_rights('recur_deductions', 'insert or update or delete', 'edit employees');
call erasable('recur_deductions', 'update (description)');

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
call org_table('employee_revenues', 'pay-items', '', 'status,payslip_id');
call erasable('employee_revenues', 'update (description)');

-- ---------------------------------------------------------------- variable pay

create table variable_pay (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  overtime_hours numeric(6, 2) not null default 0 check (overtime_hours between 0 and 744),
  rest_hours numeric(6, 2) not null default 0 check (rest_hours between 0 and 744),
  -- Of a normal hour; null where the salary says it.
  hourly_rate numeric(14, 2) check (hourly_rate > 0),
  bonus numeric(14, 2) not null default 0 check (bonus >= 0),
  absence_days numeric(4, 2) not null default 0 check (absence_days between 0 and 31),
  deduction_name text not null default '',
  deduction numeric(14, 2) not null default 0 check (deduction >= 0),
  status text not null default 'draft' check (status in ('draft', 'paid')),
  -- The payslip that paid it; set free when that payslip goes.
  payslip_id uuid,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint variable_pay_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint variable_pay_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete set null (payslip_id)
);
-- A month is set, never added to.
create unique index variable_pay_once_a_month
  on variable_pay (organization_id, employee_id, period);
create index variable_pay_period on variable_pay (organization_id, period);
create index variable_pay_of_payslip on variable_pay (organization_id, payslip_id)
  where payslip_id is not null;
call org_table('variable_pay', 'pay-items', '', 'status,payslip_id');
create trigger keep_variable_pay before update or delete on variable_pay
  for each row when (old.status = 'paid') execute function keep_variable_pay();

create table variable_pay_settings (
  organization_id uuid primary key references organizations (id),
  -- What a monthly salary is divided by for the rate of an hour.
  month_hours int not null default 225 check (month_hours between 100 and 300)
);
call settings_table('variable_pay_settings', 'organizations');
call guard_rights('variable_pay_settings', 'update', 'edit organization');

-- ---------------------------------------------------------------- whose they are to write

-- Which payslip has paid it is a run's to say, and everything else the office's.
do $$
declare
  t text;
  own text;
begin
  foreach t in array array['recur_incomes', 'employee_revenues', 'variable_pay'] loop
    select string_agg(quote_ident(attname), ', ' order by attnum) into own from pg_attribute
    where attrelid = t::regclass and attnum > 0 and not attisdropped
      and attname not in ('status', 'payslip_id');
    call guard_rights(t, 'insert or delete or update of ' || own, 'edit employees');
    call guard_rights(t, 'update of status, payslip_id', 'create payrolls', 'edit payrolls',
      'approve payrolls', 'delete payrolls');
  end loop;
end $$;
