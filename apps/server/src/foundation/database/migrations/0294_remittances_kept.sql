-- Deductions that are paid over to nobody, since the employer takes back its own money with them: an
-- advance, the staff shop. By the key of the recipient, for all months; undone by deleting the row.
create table remittances_kept (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  authority text not null check (authority ~ '^remittance-.'),
  kept_by text not null default current_setting('app.actor', true),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create unique index remittances_kept_once on remittances_kept (organization_id, authority);
call org_table('remittances_kept', 'remittances');
call guard_rights('remittances_kept', 'insert or delete', 'edit payrolls');
revoke update on remittances_kept from mshahara_app;
