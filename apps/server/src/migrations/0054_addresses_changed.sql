-- The address of somebody's record was changed before anybody had signed in with it: whoever decides
-- about what that sign-in agrees to in the days after is told. Only the platform writes it down.
create table address_changes (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  changed_at timestamptz not null default app_now(),
  changed_by uuid references users (id) on delete set null,
  primary key (organization_id, id),
  constraint address_changes_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id) on delete cascade
);
create index address_changes_of_employee
  on address_changes (organization_id, employee_id, changed_at);
call org_table('address_changes', '');
revoke insert, update, delete on address_changes from mshahara_app;
