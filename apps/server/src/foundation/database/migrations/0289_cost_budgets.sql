-- What people are expected to cost in a month: of a department, of a cost centre or of all, as a
-- whole or component by component.

create table cost_budgets (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  department_id uuid,
  cost_centre_id uuid,
  -- As it is called on payslips; empty: all of them.
  component text not null check (length(component) <= 120),
  amount numeric(14, 2) not null check (amount >= 0),
  primary key (organization_id, id),
  constraint cost_budgets_one check (num_nonnulls(department_id, cost_centre_id) <= 1),
  constraint cost_budgets_department foreign key (organization_id, department_id)
    references departments (organization_id, id),
  constraint cost_budgets_centre foreign key (organization_id, cost_centre_id)
    references cost_centres (organization_id, id)
);
-- The same line twice would be counted twice.
create unique index cost_budgets_once on cost_budgets (organization_id, month,
  coalesce(department_id, cost_centre_id), lower(component)) nulls not distinct;

call org_table('cost_budgets', 'analytics');
call guard_rights('cost_budgets', 'insert or update or delete', 'edit departments');
