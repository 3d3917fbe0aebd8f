-- Runs beside the month's (B28, B31): chosen people, a name and a day of their own, any number in a
-- month. Once a month is a rule of the monthly kind alone.

alter table payrolls drop constraint payrolls_kind_check;
alter table payrolls add constraint payrolls_kind_check
  check (kind in ('monthly', 'casual', 'off_cycle'));
alter table payrolls add column title text check (length(title) between 1 and 60);
-- When its people are to have it.
alter table payrolls add column pay_on date;
alter table payrolls drop constraint payrolls_of_a_kind;
alter table payrolls add constraint payrolls_of_a_kind check (case kind
  when 'casual' then month is null and num_nonnulls(title, pay_on) = 0
    and num_nulls("from", "to", statutory, overtime_factor, day_hours, skipped, without_days, partly,
      ticked_days, not_signed) = 0
  else month is not null and num_nonnulls("from", "to", statutory, overtime_factor, day_hours,
      skipped, without_days, partly, ticked_days, not_signed) = 0
    and num_nonnulls(title, pay_on) = case kind when 'off_cycle' then 2 else 0 end end);

drop trigger activity_insert_payroll on payrolls;
drop trigger activity_update_payroll on payrolls;
drop trigger activity_delete_payroll on payrolls;
call log_some('payrolls', 'payroll', '', 'job_id,calculated_at,rules,version,count,gross,net',
  'it.kind <> ''casual''');

alter table payslips add column extra boolean not null default false
  constraint payslips_extra check (not extra or employee_id is not null);
drop index payslips_once_a_month;
create unique index payslips_once_a_month on payslips (organization_id, employee_id, month)
  where not void and not extra;
-- How a person's payslips are found.
create index payslips_of_employee on payslips (organization_id, employee_id, month)
  where employee_id is not null and not void;
drop trigger keep_what_for on payslips;
create trigger keep_what_for before update on payslips
  for each row when ((new.payroll_id, new.employee_id, new.casual_id, new.month, new.extra)
    is distinct from (old.payroll_id, old.employee_id, old.casual_id, old.month, old.extra))
  execute function never_changed();

-- The law takes from a payslip what the month's other payslips have not taken: it is confirmed on
-- exactly those, and none of them is reversed beneath it.
create trigger confirmed_on_its_month after update on payrolls
  for each row when (new.month is not null and old.status = 'draft' and new.status = 'confirmed')
  execute function confirmed_on_its_month();
create trigger payrolls_counted_on before update on payrolls
  for each row when (new.month is not null and new.status = 'reversed' and old.status = 'confirmed')
  execute function refuse_counted_on();

-- What such a run pays: a column for each kind of amount, and what each payslip has of it. A draft's
-- alone; from its confirmation on the payslips say it.
create table off_cycle_items (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  place smallint not null,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('one-off', 'regular', 'untaxed')),
  primary key (organization_id, id),
  constraint off_cycle_items_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id) on delete cascade
);
create unique index off_cycle_items_place on off_cycle_items (organization_id, payroll_id, place);
create table off_cycle_amounts (
  organization_id uuid not null default app_org() references organizations (id),
  payslip_id uuid not null,
  item_id uuid not null,
  amount numeric(14, 2) not null check (amount > 0),
  primary key (organization_id, payslip_id, item_id),
  constraint off_cycle_amounts_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete cascade,
  constraint off_cycle_amounts_item foreign key (organization_id, item_id)
    references off_cycle_items (organization_id, id) on delete cascade
);
create index off_cycle_amounts_of_item on off_cycle_amounts (organization_id, item_id);
-- One entry tells of all amounts that were saved together, and the payroll's own of its columns.
call org_table('off_cycle_items', '');
call org_table('off_cycle_amounts', '');
call guard_rights('off_cycle_items', 'insert', 'create payrolls', 'edit payrolls');
call guard_rights('off_cycle_items', 'delete', 'create payrolls', 'edit payrolls');
call guard_rights('off_cycle_amounts', 'insert', 'create payrolls', 'edit payrolls');
call guard_rights('off_cycle_amounts', 'delete', 'create payrolls', 'edit payrolls');
revoke update on off_cycle_items, off_cycle_amounts from mshahara_app;
create trigger only_in_drafts before insert or delete on off_cycle_items
  for each row execute function off_cycle_draft();
create trigger only_in_drafts before insert or delete on off_cycle_amounts
  for each row execute function off_cycle_draft();
