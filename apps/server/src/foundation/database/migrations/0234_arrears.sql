-- Months that were confirmed before what is agreed for them (B30). A row says that a month of
-- somebody is to be looked at again; what it comes to is worked out when a payslip takes it in.
create table arrears (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  status text not null default 'draft' check (status in ('draft', 'paid')),
  payslip_id uuid,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint arrears_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint arrears_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete set null (payslip_id)
);
create index arrears_of_employee on arrears (organization_id, employee_id, month);
create index arrears_of_payslip on arrears (organization_id, payslip_id)
  where payslip_id is not null;
-- The salary is logged, and the payslips say what was paid.
call org_table('arrears', '');
call erasable('arrears');
call claimed_table('arrears');
-- Marked by the database alone: nobody makes or drops one.
revoke insert, delete on arrears from mshahara_app;
call guard_rights('arrears', 'update', 'create payrolls', 'edit payrolls', 'approve payrolls',
  'delete payrolls');
create trigger keep_what_for before update on arrears for each row
  when ((new.organization_id, new.id, new.employee_id, new.month)
    is distinct from (old.organization_id, old.id, old.employee_id, old.month))
  execute function never_changed();

create trigger mark_arrears after insert on salaries referencing new table as added
  for each statement execute function mark_salary_arrears();
create trigger mark_arrears_left after update on payrolls
  for each row when (new.month is not null and (old.status = 'draft' and new.status = 'confirmed'
    or old.status = 'confirmed' and new.status = 'reversed'))
  execute function mark_arrears_left();
