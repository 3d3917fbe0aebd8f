-- What somebody who has left owes beyond their final dues: nobody is paid less than nothing. It is made
-- when the final run is confirmed and goes when that is reversed; what came in or was given up stands
-- beside it, and is taken back by deleting it, which the log keeps.

create table final_claims (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  payslip_id uuid not null,
  amount numeric(14, 2) not null check (amount > 0),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  unique (organization_id, id, employee_id),
  constraint final_claims_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint final_claims_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id)
);
create unique index final_claims_once on final_claims (organization_id, payslip_id);
create index final_claims_of on final_claims (organization_id, employee_id);

create table final_claim_entries (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  claim_id uuid not null,
  employee_id uuid not null,
  kind text not null check (kind in ('payment', 'given up')),
  amount numeric(14, 2) not null check (amount > 0),
  day date not null,
  reference text check (length(reference) between 1 and 60),
  note text check (length(note) between 1 and 500),
  recorded_by text not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint final_claim_entries_reason check (kind = 'payment' or note is not null),
  constraint final_claim_entries_claim foreign key (organization_id, claim_id, employee_id)
    references final_claims (organization_id, id, employee_id)
);
create index final_claim_entries_of on final_claim_entries (organization_id, claim_id);

call org_table('final_claims', 'payroll');
call org_table('final_claim_entries', 'payroll');
call guard_rights('final_claims', 'insert', 'approve payrolls');
call guard_rights('final_claim_entries', 'insert', 'edit payrolls');
call guard_rights('final_claim_entries', 'delete', 'edit payrolls');
revoke update on final_claims, final_claim_entries from mshahara_app;
call erasable('final_claims');
call erasable('final_claim_entries', 'update (reference, note)');

create trigger keep_final_claim before insert or delete on final_claims
  for each row when (current_user = 'mshahara_app') execute function keep_final_claim();
create trigger not_beyond_claim before insert on final_claim_entries
  for each row execute function not_beyond_claim();
