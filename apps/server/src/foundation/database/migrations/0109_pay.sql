-- Runs and their payslips, whatever is paid: docs/decisions/043. A run has a kind; what a kind must
-- have, and how often somebody is paid by it, is enforced here.

-- ---------------------------------------------------------------- runs

create table payrolls (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  kind text not null default 'monthly' check (kind in ('monthly', 'casual')),
  code text not null,
  month text check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  "from" date,
  "to" date,
  status text not null default 'draft' check (status in ('draft', 'confirmed', 'reversed')),
  user_id uuid references users (id),
  run_by text not null,
  job_id uuid,
  -- Null while the figures are being worked out.
  calculated_at timestamptz,
  -- Counts each change of the figures: a file that was begun before one is not on offer after it.
  version int not null default 0,
  -- The versions of the law the figures rest on.
  rules jsonb,
  -- The organisation's terms for casual workers when the figures were worked out.
  statutory boolean,
  overtime_factor numeric(4, 2),
  day_hours numeric(4, 2),
  -- Who was left out: paid for every day already, or not on the roll; and who has only some days.
  skipped int,
  without_days int,
  partly int,
  -- Days that no sheet has, or that were still to come, and that whoever confirmed ticked.
  ticked_days date[],
  confirmed_at timestamptz,
  confirmed_by text,
  -- What it came to, from its confirmation on: a list of five years of payrolls must not add up
  -- half a million payslips each time it is shown. A draft is still added up.
  count int,
  gross numeric(16, 2),
  net numeric(16, 2),
  reversed_at timestamptz,
  reversed_by text,
  reversal_reason text,
  -- Of those paid in cash, whom whoever reversed it says have not signed for it.
  not_signed uuid[],
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payrolls_of_a_kind check (case kind
    when 'monthly' then month is not null and num_nonnulls("from", "to", statutory, overtime_factor,
      day_hours, skipped, without_days, partly, ticked_days, not_signed) = 0
    else month is null and num_nulls("from", "to", statutory, overtime_factor, day_hours, skipped,
      without_days, partly, ticked_days, not_signed) = 0 end),
  constraint payrolls_range check ("to" >= "from" and "to" - "from" < 62),
  constraint payrolls_sums
    check ((status = 'draft') = (count is null) and num_nulls(count, gross, net) in (0, 3)),
  constraint payrolls_reversal check (num_nulls(reversed_at, reversed_by, reversal_reason)
    = case when status = 'reversed' then 0 else 3 end)
);
create unique index payrolls_code on payrolls (organization_id, code);
create index payrolls_newest on payrolls (organization_id, kind, number desc);
create index payrolls_month on payrolls (organization_id, month) where status = 'confirmed';
call org_table('payrolls', '');
call log_some('payrolls', 'payroll', '', 'job_id,calculated_at,rules,version,count,gross,net',
  'it.kind = ''monthly''');
call log_some('payrolls', 'casual-payroll', '', 'calculated_at,version', 'it.kind = ''casual''');

-- Whose it is and what it is for, neither a run nor a payslip ever changes.
create trigger keep_what_for before update on payrolls
  for each row when ((new.kind, new.code, new.month, new."from", new."to")
    is distinct from (old.kind, old.code, old.month, old."from", old."to"))
  execute function never_changed();
create trigger keep_payroll before update or delete on payrolls
  for each row when (old.status <> 'draft') execute function keep_payroll();
create constraint trigger confirmed_is_frozen after insert or update on payrolls
  deferrable initially deferred for each row when (new.status <> 'draft')
  execute function confirmed_is_frozen();
create trigger unseen_days_are_ticked after update on payrolls
  for each row when (new.kind = 'casual' and old.status = 'draft' and new.status = 'confirmed')
  execute function unseen_days_are_ticked();
create trigger withdraw_files before update or delete on payrolls
  for each row execute function withdraw_files();

-- It is reversed while nobody was paid: by a provider, by a bank file, on a day that somebody
-- recorded, or in cash.
create trigger payrolls_paid_out before update on payrolls
  for each row when (new.status = 'reversed') execute function refuse_paid_out();
create trigger payrolls_claimed before update on payrolls
  for each row when (new.status = 'reversed' and old.status <> 'reversed')
  execute function refuse_claimed();
create trigger refuse_recorded before update on payrolls
  for each row when (new.status = 'reversed' and old.status <> 'reversed')
  execute function refuse_recorded();
create trigger refuse_signed before update on payrolls
  for each row when (new.kind = 'casual' and new.status = 'reversed' and old.status <> 'reversed')
  execute function refuse_signed();

call guard_rights('payrolls', 'insert', 'create payrolls', 'edit payrolls');
call guard_rights('payrolls', 'update', 'create payrolls', 'edit payrolls', 'approve payrolls',
  'delete payrolls');
call guard_rights('payrolls', 'delete', 'create payrolls', 'edit payrolls', 'delete payrolls');
create trigger guard_decision before update on payrolls
  for each row when (current_user = 'mshahara_app' and new.status <> old.status)
  execute function guard_right('approve payrolls');
-- Whoever may reverse one on the screens, and nobody else.
create trigger guard_reversal before update on payrolls
  for each row when (current_user = 'mshahara_app' and new.status = 'reversed'
    and old.status <> 'reversed') execute function guard_reversal();

-- Found in a run, and approved by somebody for one person: whoever confirms it.
create table payroll_exceptions (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  employee_id uuid not null,
  kind text not null,
  -- What was approved, as it was shown.
  detail text not null,
  approved_by uuid not null references users (id) default app_user(),
  approved_name text not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payroll_exceptions_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id),
  constraint payroll_exceptions_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create unique index payroll_exceptions_once
  on payroll_exceptions (organization_id, payroll_id, employee_id, kind);
call org_table('payroll_exceptions', 'payroll');
revoke update, delete on payroll_exceptions from mshahara_app;
call guard_rights('payroll_exceptions', 'insert', 'approve payrolls');
create trigger guard_exception before insert on payroll_exceptions
  for each row when (current_user = 'mshahara_app') execute function guard_exception();

-- ---------------------------------------------------------------- payslips

create table payslips (
  organization_id uuid not null default app_org() references organizations (id),
  -- Random: it is also what the verification page is asked for.
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  -- One of the two, with the month or the days that it pays.
  employee_id uuid,
  casual_id uuid,
  month text,
  during datemultirange,
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
  -- Of casual workers, up to the gross.
  pay numeric(14, 2),
  pay_basis text check (pay_basis in ('day', 'piece')),
  -- Where the days come from: the muster roll, the dates of the payroll, or some from each.
  source text check (source in ('roll', 'range', 'both')),
  days_worked numeric(5, 1) check (days_worked >= 0),
  overtime_hours numeric(7, 2),
  pieces numeric(12, 2),
  total numeric(14, 2),
  overtime numeric(14, 2),
  advance numeric(14, 2),
  -- Each advance and deduction by its name, and each day.
  lines jsonb,
  -- What each month of the range has of it, for the law's month to date and the returns.
  months jsonb,
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
  statutory numeric(14, 2),
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
  constraint payslips_casual foreign key (organization_id, casual_id)
    references casuals (organization_id, id),
  constraint payslips_of_one_payee check (case
    when casual_id is null then num_nulls(employee_id, month) = 0
      and num_nonnulls(during, pay, pay_basis, source, days_worked, overtime_hours, pieces, total,
        overtime, advance, statutory, lines, months) = 0
    else num_nonnulls(employee_id, month) = 0
      and num_nulls(during, pay, pay_basis, source, days_worked, overtime_hours, pieces, total,
        overtime, advance, statutory, lines, months, person, gross, total_deductions, net) = 0 end),
  constraint payslips_days check (not isempty(during)),
  -- What is shown adds up to the cent.
  constraint payslips_add_up check (gross - total_deductions = net),
  constraint payslips_casual_adds_up check (total + overtime + advance = gross),
  constraint payslips_casual_net check (casual_id is null or not frozen or net >= 0),
  constraint payslips_void check (frozen or not void),
  -- Nobody is paid twice for a day (C2), as nobody is for a month.
  constraint payslips_once_a_day exclude using gist
    (organization_id with =, casual_id with =, during with &&) where (not void)
);
create index payslips_of_payroll on payslips (organization_id, payroll_id);
create index payslips_of_casual on payslips (organization_id, casual_id)
  where casual_id is not null;
-- Also how a person's payslips are found.
create unique index payslips_once_a_month on payslips (organization_id, employee_id, month)
  where not void;
-- Bulk lines are not logged one by one (A21): the run logs one entry with count and totals.
call org_table('payslips', '');
call erasable('payslips', 'update (person, digest)');

create trigger keep_payslip before update or delete on payslips
  for each row when (old.frozen) execute function keep_payslip();
create trigger keep_what_for before update on payslips
  for each row when ((new.payroll_id, new.employee_id, new.casual_id, new.month)
    is distinct from (old.payroll_id, old.employee_id, old.casual_id, old.month))
  execute function never_changed();
create trigger only_into_drafts after insert on payslips
  referencing new table as added for each statement execute function only_into_drafts();
create trigger days_of_its_run after update of during on payslips
  for each row when (new.during is distinct from old.during) execute function days_of_its_run();
create constraint trigger frozen_is_confirmed after insert or update of frozen on payslips
  deferrable initially deferred for each row when (new.frozen)
  execute function frozen_is_confirmed();
call guard_rights('payslips', 'insert', 'create payrolls', 'edit payrolls');
call guard_rights('payslips', 'update', 'create payrolls', 'edit payrolls', 'approve payrolls',
  'delete payrolls');
call guard_rights('payslips', 'delete', 'create payrolls', 'edit payrolls', 'delete payrolls');

-- Email state lives outside the frozen rows (B13).
create table payslip_mails (
  organization_id uuid not null default app_org() references organizations (id),
  payslip_id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'uncertain')),
  recipient text not null,
  error text,
  mail_id uuid,
  -- Whoever had received a payslip hears once that it was taken back.
  reversal_told boolean not null default false,
  updated_at timestamptz not null default app_now(),
  primary key (organization_id, payslip_id),
  constraint payslip_mails_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete cascade
);
call org_table('payslip_mails', '');
revoke delete on payslip_mails from mshahara_app;
create trigger guard_own before insert or update on payslip_mails
  for each row when (current_user = 'mshahara_app') execute function guard_payslip_mail();
call erasable('payslip_mails', 'delete');

-- ---------------------------------------------------------------- what others read of it

-- What was paid to whom and is still true: payslips of confirmed runs that were not reversed.
create view paid_slips with (security_invoker = true) as
  select s.*, r.kind, r.code, r.number as run_number, r.created_at as run_at, r.confirmed_at
  from payslips s
  join payrolls r on r.organization_id = s.organization_id and r.id = s.payroll_id
  where s.frozen and not s.void and r.status = 'confirmed';
grant select on paid_slips to mshahara_app, mshahara_platform;

-- Whoever is paid, as a payment needs them.
create view payees with (security_invoker = true) as
  select organization_id, id, number, employee_no as payee_no, first_name, middle_name, last_name,
    pay_by, phone, bank_code, bank_name, account_no, payee_changed_at, termination_date
  from employees
  union all
  select organization_id, id, number, casual_no, first_name, middle_name, last_name,
    pay_by, phone, null, null, null, payee_changed_at, termination_date
  from casuals;
grant select on payees to mshahara_app, mshahara_platform;

-- ---------------------------------------------------------------- choices

create table payroll_settings (
  organization_id uuid primary key references organizations (id),
  withhold_consultants boolean not null default true,
  pdf_password boolean not null default false,
  shif_rounding text not null default 'cent' check (shif_rounding in ('cent', 'shilling')),
  paye_rounding text not null default 'cent' check (paye_rounding in ('cent', 'shilling'))
);
call settings_table('payroll_settings', 'organizations');
call guard_rights('payroll_settings', 'update', 'edit organization');

create table payslip_settings (
  organization_id uuid primary key references organizations (id),
  template_id text not null default 'classic',
  light_color text not null default '#E7F2EE' check (light_color ~ '^#[0-9A-Fa-f]{6}$'),
  dark_color text not null default '#0B6B50' check (dark_color ~ '^#[0-9A-Fa-f]{6}$')
);
call settings_table('payslip_settings', 'organizations');
call guard_rights('payslip_settings', 'update', 'edit templates');
