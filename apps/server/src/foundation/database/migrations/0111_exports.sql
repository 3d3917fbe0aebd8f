-- What is made of runs: files, tax cards, and whom a bank file pays. A file belongs to a state of
-- what it was made of (B25), and a return to a month (B26).

-- Every produced file is kept with its checksum, who made it and when.
create table byproducts (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  -- Set for what a run was exported to, or a payslip printed as; a tax form has neither.
  payroll_id uuid,
  payslip_id uuid,
  -- Whose it is has to be known, to be handed out and forgotten with everything else about them.
  employee_id uuid,
  casual_id uuid,
  type text not null,
  extension text not null,
  -- The name people see, the one that the specified addresses go by, and the unguessable one it is
  -- stored under.
  name text not null,
  known_as text not null,
  file text not null,
  bytes int not null,
  sha256 text not null,
  -- What it covers, where that is not one run: '2026-10', or '2026' for tax cards.
  period text check (period ~ '^\d{4}(-(0[1-9]|1[0-2]))?$'),
  -- Of the run when the file was made.
  state text check (state in ('draft', 'confirmed', 'reversed')),
  -- What it comes to, in the amount that it is about.
  total numeric(14, 2),
  made_by text not null,
  user_id uuid references users (id),
  created_at timestamptz not null default app_now(),
  -- Since then nobody is offered it.
  withdrawn_at timestamptz,
  -- Who says that a bank file was not used; null when its payroll has changed since.
  withdrawn_by text,
  primary key (organization_id, id),
  constraint byproducts_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id) on delete set null (payroll_id),
  constraint byproducts_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete cascade,
  constraint byproducts_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint byproducts_casual foreign key (organization_id, casual_id)
    references casuals (organization_id, id),
  constraint byproducts_of_one check (num_nonnulls(employee_id, casual_id) < 2)
);
create index byproducts_name on byproducts (organization_id, known_as, number desc);
create index byproducts_file on byproducts (organization_id, file);
create index byproducts_of_payslip on byproducts (organization_id, payslip_id);
create index byproducts_of_payroll on byproducts (organization_id, payroll_id, number desc);
create index byproducts_of_period on byproducts (organization_id, period, number desc);
call org_table('byproducts', 'exports');
revoke update, delete on byproducts from mshahara_app;
grant update (withdrawn_at, withdrawn_by) on byproducts to mshahara_app;
call erasable('byproducts', 'delete');
create trigger file_of_its_run before insert on byproducts
  for each row when (new.payroll_id is not null) execute function file_of_its_run();
create trigger guard_own before insert on byproducts
  for each row when (current_user = 'mshahara_app') execute function guard_byproduct();
-- Withdrawn because its payroll has changed, it is by that change.
create trigger guard_right before update of withdrawn_at, withdrawn_by on byproducts
  for each row when (current_user = 'mshahara_app' and pg_trigger_depth() = 0)
  execute function guard_right('pay payrolls');

-- Whom a bank file pays, for as long as it is not withdrawn.
create table bank_file_claims (
  organization_id uuid not null default app_org() references organizations (id),
  byproduct_id uuid not null,
  slip_id uuid not null,
  primary key (organization_id, byproduct_id, slip_id),
  constraint bank_file_claims_byproduct foreign key (organization_id, byproduct_id)
    references byproducts (organization_id, id) on delete cascade,
  constraint bank_file_claims_payslip foreign key (organization_id, slip_id)
    references payslips (organization_id, id)
);
create index bank_file_claims_of_slip on bank_file_claims (organization_id, slip_id);
call org_table('bank_file_claims', '');
revoke update, delete on bank_file_claims from mshahara_app;
create trigger claim_once before insert on bank_file_claims
  for each row execute function claim_once();
call guard_rights('bank_file_claims', 'insert', 'export payrolls');

-- Tax cards on their way to people, one for each person and year.
create table card_mails (
  organization_id uuid not null default app_org() references organizations (id),
  employee_id uuid not null,
  year int not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'uncertain')),
  recipient text not null,
  error text,
  mail_id uuid,
  updated_at timestamptz not null default app_now(),
  primary key (organization_id, employee_id, year),
  constraint card_mails_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create index card_mails_of_mail on card_mails (mail_id);
call org_table('card_mails', '');
revoke delete on card_mails from mshahara_app;
call guard_rights('card_mails', 'insert or update', 'export payrolls');
call erasable('card_mails', 'delete');

create table export_settings (
  organization_id uuid primary key references organizations (id),
  bank_layouts jsonb not null default '{}'
);
call settings_table('export_settings', 'organizations');
call guard_rights('export_settings', 'update', 'edit organization');
