-- The figures of a draft are those that the server worked out: for the payslips it worked out together
-- it keeps a digest that only the server can make, and whoever writes into one of them by a statement
-- does not get it confirmed.

create table payslip_seals (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  slips uuid[] not null,
  seal text not null,
  primary key (organization_id, id),
  constraint payslip_seals_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id) on delete cascade
);
create index payslip_seals_of_run on payslip_seals (organization_id, payroll_id);
call org_table('payslip_seals', '');
revoke update on payslip_seals from mshahara_app;
call guard_rights('payslip_seals', 'insert or delete', 'create payrolls', 'edit payrolls');
