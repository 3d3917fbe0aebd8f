-- A run is reversed, or it has a day of payment: never both. Reversed runs that had one lose it.
set local role mshahara_platform;
delete from payroll_payments d using payrolls p
where p.organization_id = d.organization_id and p.id = d.id and p.status <> 'confirmed';
reset role;
create trigger of_confirmed before insert or update on payroll_payments
  for each row execute function payment_of_confirmed();
create trigger refuse_recorded before update on payrolls
  for each row when (new.status = 'reversed' and old.status <> 'reversed')
  execute function refuse_recorded();

-- A day of payment that was taken back frees its people to be paid: whoever agrees to that sees it.
create table payment_days_removed (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  paid_on date not null,
  removed_by text not null,
  removed_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payment_days_removed_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id)
);
create index payment_days_removed_of_run on payment_days_removed (organization_id, payroll_id);
call org_table('payment_days_removed', '');
revoke insert, update, delete on payment_days_removed from mshahara_app;
create trigger note_removed after delete on payroll_payments
  for each row execute function note_removed_payment();
