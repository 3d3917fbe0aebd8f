-- What changes from month to month, and the day a run was paid out.

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
create unique index variable_pay_once_a_month on variable_pay (organization_id, employee_id, period);
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

-- ---------------------------------------------------------------- the day of payment

-- Outside the frozen rows: a run is confirmed before the bank has paid it.
create table payroll_payments (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null,
  paid_on date not null,
  primary key (organization_id, id),
  constraint payroll_payments_payroll foreign key (organization_id, id)
    references payrolls (organization_id, id)
);
call org_table('payroll_payments', 'payroll');

-- Whoever had received a payslip hears once that it was taken back.
alter table payslip_mails add column reversal_told boolean not null default false;
