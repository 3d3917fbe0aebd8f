-- Cash that somebody has handed over and had signed for, outside the frozen payslips: a run is
-- confirmed before anybody is paid. `id` is the payslip's.
create table cash_payments (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null,
  paid_on date not null,
  marked_by text not null,
  primary key (organization_id, id),
  constraint cash_payments_payslip foreign key (organization_id, id)
    references payslips (organization_id, id)
);
call org_table('cash_payments', 'casual-payroll');
create trigger of_list before insert or update on cash_payments
  for each row execute function cash_of_confirmed();
create trigger guard_right before insert or update or delete on cash_payments
  for each row when (current_user = 'mshahara_app') execute function guard_right('pay payrolls');
