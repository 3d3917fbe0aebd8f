-- Pay of a year that was paid by another system: the months before the first payslip here (B34). One
-- upload is a batch, which comes and goes as a whole.
create table opening_batches (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  year smallint not null check (year between 2021 and 2100),
  -- Where it comes from, as the sheet says.
  sources text[] not null check (cardinality(sources) > 0),
  people integer not null check (people > 0),
  -- Of all people together.
  months integer not null check (months >= people),
  gross numeric(14, 2) not null check (gross >= 0),
  paye numeric(14, 2) not null check (paye >= 0),
  made_by text not null default '',
  made_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  unique (organization_id, id, year)
);
call org_table('opening_batches', 'opening');
revoke update on opening_batches from mshahara_app;
call guard_rights('opening_batches', 'insert', 'edit employees');
call guard_rights('opening_batches', 'delete', 'edit employees');
create trigger made_by_whom before insert on opening_batches
  for each row execute function opening_made_by();
create trigger opening_not_counted_on before delete on opening_batches
  for each row execute function opening_not_counted_on();
create trigger withdraw_cards after insert or delete on opening_batches
  for each row execute function withdraw_cards();

-- The columns of the tax deduction card: of one month, or of several as one sum.
create table opening_pay (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  batch_id uuid not null,
  employee_id uuid not null,
  year smallint not null,
  first_month smallint not null check (first_month between 1 and 12),
  last_month smallint not null check (last_month between first_month and 12),
  source text not null check (length(source) between 1 and 120),
  basic numeric(14, 2) not null check (basic >= 0),
  benefits numeric(14, 2) not null check (benefits >= 0),
  quarters numeric(14, 2) not null check (quarters >= 0),
  gross numeric(14, 2) not null check (gross = basic + benefits + quarters),
  pension_share numeric(14, 2) not null check (pension_share >= 0),
  pension numeric(14, 2) not null check (pension >= 0),
  ahl numeric(14, 2) not null check (ahl >= 0),
  shif numeric(14, 2) not null check (shif >= 0),
  medical_fund numeric(14, 2) not null check (medical_fund >= 0),
  mortgage numeric(14, 2) not null check (mortgage >= 0),
  deductions numeric(14, 2) not null check (deductions >= 0),
  -- Of the disabled, taken off before chargeable pay.
  exempt numeric(14, 2) not null check (exempt >= 0),
  chargeable numeric(14, 2) not null check (chargeable between 0 and gross),
  tax_charged numeric(14, 2) not null check (tax_charged between 0 and chargeable),
  personal_relief numeric(14, 2) not null check (personal_relief >= 0),
  insurance_relief numeric(14, 2) not null check (insurance_relief >= 0),
  paye numeric(14, 2) not null check (paye between 0 and tax_charged),
  primary key (organization_id, id),
  constraint opening_pay_batch foreign key (organization_id, batch_id, year)
    references opening_batches (organization_id, id, year) on delete cascade,
  constraint opening_pay_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint opening_pay_once exclude using gist (organization_id with =, employee_id with =,
    year with =, int4range(first_month, last_month, '[]') with &&)
);
create index opening_pay_of_batch on opening_pay (organization_id, batch_id);
-- One entry tells of all rows that were saved together.
call org_table('opening_pay', '');
revoke update, delete on opening_pay from mshahara_app;
call guard_rights('opening_pay', 'insert', 'edit employees');
create trigger opening_before_payslips after insert on opening_pay
  referencing new table as added for each statement execute function opening_before_payslips();

create trigger not_opened_elsewhere before update on payrolls
  for each row when (new.month is not null and old.status = 'draft' and new.status = 'confirmed')
  execute function not_opened_elsewhere();
