-- A correction: of one confirmed payslip, the difference, as a payslip of its own that names which it
-- corrects (B28, B31). The one it corrects is never touched.

alter table payrolls drop constraint payrolls_kind_check;
alter table payrolls add constraint payrolls_kind_check
  check (kind in ('monthly', 'casual', 'off_cycle', 'correction'));
-- Why it was made.
alter table payrolls add column reason text check (length(reason) between 1 and 500);
alter table payrolls drop constraint payrolls_of_a_kind;
alter table payrolls add constraint payrolls_of_a_kind check (case kind
  when 'casual' then month is null and num_nonnulls(title, pay_on, reason) = 0
    and num_nulls("from", "to", statutory, overtime_factor, day_hours, skipped, without_days, partly,
      ticked_days, not_signed) = 0
  else month is not null and num_nonnulls("from", "to", statutory, overtime_factor, day_hours,
      skipped, without_days, partly, ticked_days, not_signed) = 0
    and num_nonnulls(title, pay_on) = case kind when 'monthly' then 0 else 2 end
    and (reason is not null) = (kind = 'correction') end);

alter table payslips add column corrects uuid
  constraint payslips_correction check (corrects is null or extra);
alter table payslips add constraint payslips_corrects foreign key (organization_id, corrects)
  references payslips (organization_id, id);
create index payslips_correcting on payslips (organization_id, corrects)
  where corrects is not null and not void;
-- One at a time: the next begins with what the last one left.
create unique index payslips_corrected_once on payslips (organization_id, corrects)
  where corrects is not null and not frozen;
create unique index payslips_one_correction on payslips (organization_id, payroll_id)
  where corrects is not null;
-- What is to be taken back from later pay.
create index payslips_owed on payslips (organization_id, employee_id)
  where input -> 'owed' is not null and frozen and not void;
drop trigger keep_what_for on payslips;
create trigger keep_what_for before update on payslips
  for each row when ((new.payroll_id, new.employee_id, new.casual_id, new.month, new.extra,
      new.corrects)
    is distinct from (old.payroll_id, old.employee_id, old.casual_id, old.month, old.extra,
      old.corrects))
  execute function never_changed();

create trigger takes_what_is_owed after update on payrolls
  for each row when (new.month is not null and old.status = 'draft' and new.status = 'confirmed')
  execute function takes_what_is_owed();
create trigger payrolls_owed_taken before update on payrolls
  for each row when (new.kind = 'correction' and new.status = 'reversed'
    and old.status = 'confirmed') execute function refuse_owed_taken();

-- What should have been paid, line by line. The difference is worked out from what the payslip and
-- its confirmed corrections say.
create table correction_lines (
  organization_id uuid not null default app_org() references organizations (id),
  payslip_id uuid not null,
  place smallint not null,
  side text not null check (side in ('salary', 'income', 'deduction')),
  -- Of the line of the payslip; what was not on it has one of its own.
  key text not null check (length(key) between 1 and 200),
  name text not null check (length(name) between 1 and 200),
  kind text not null,
  type text,
  taxable boolean not null,
  one_off boolean not null,
  before_tax boolean not null,
  due numeric(14, 2) not null check (due >= 0),
  primary key (organization_id, payslip_id, place),
  constraint correction_lines_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete cascade
);
create unique index correction_lines_key
  on correction_lines (organization_id, payslip_id, side, key);
-- One entry tells of all lines that were saved together.
call org_table('correction_lines', '');
call guard_rights('correction_lines', 'insert', 'create payrolls', 'edit payrolls');
call guard_rights('correction_lines', 'delete', 'create payrolls', 'edit payrolls');
revoke update on correction_lines from mshahara_app;
create trigger only_in_drafts before insert or delete on correction_lines
  for each row execute function correction_draft();
