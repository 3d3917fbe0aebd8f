-- Leaving (B32): why and when somebody goes and what is due to them, and the run that pays it.

alter table payrolls drop constraint payrolls_kind_check;
alter table payrolls add constraint payrolls_kind_check 
  check (kind in ('monthly', 'casual', 'off_cycle', 'correction', 'final'));
alter table payrolls drop constraint payrolls_of_a_kind;
alter table payrolls add constraint payrolls_of_a_kind check (case kind
  when 'casual' then month is null and num_nonnulls(title, pay_on, reason) = 0
    and num_nulls("from", "to", statutory, overtime_factor, day_hours, skipped, without_days, partly,
      ticked_days, not_signed) = 0
  else month is not null and num_nonnulls("from", "to", statutory, overtime_factor, day_hours,
      skipped, without_days, partly, ticked_days, not_signed) = 0
    and num_nonnulls(title, pay_on) = case kind when 'monthly' then 0 else 2 end
    and (reason is not null) = (kind = 'correction') end);

-- One for each time that somebody leaves. What was undone stays on record: a payslip of a reversed
-- run may name it.
create table leavings (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  last_day date not null,
  reason text not null check (reason in ('resigned', 'dismissed', 'redundant', 'end of contract',
    'retired', 'death')),
  notice text not null check (notice in ('served', 'paid', 'owed')),
  notice_unit text not null check (notice_unit in ('days', 'months')),
  notice_count int not null check (notice_count between 0 and 366),
  notice_served int not null check (notice_served between 0 and 366),
  leave_days numeric(5, 2) not null check (leave_days between 0 and 366),
  -- At least what the law says (Employment Act s. 40).
  severance_days int not null check (severance_days between 15 and 90),
  severance_divisor int not null check (severance_divisor in (26, 30, 22)),
  service_pay boolean not null,
  gratuity_percent numeric(5, 2) not null check (gratuity_percent between 0 and 100),
  -- Severance and service pay are taxed where there is none.
  exempt_reason text check (length(exempt_reason) between 1 and 500),
  -- What was paid in years that have no payslips here.
  years jsonb not null default '[]',
  -- For whoever undoes it.
  last_day_before date,
  recorded_by text not null,
  created_at timestamptz not null default app_now(),
  undone_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, id, employee_id),
  constraint leavings_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
-- Whoever comes back and leaves again has another last day.
create unique index leavings_once on leavings (organization_id, employee_id, last_day)
  where undone_at is null;

-- Another amount for a line that the rules make, or a line of its own; with why.
create table leaving_lines (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  leaving_id uuid not null,
  employee_id uuid not null,
  place smallint not null,
  code text not null check (code in ('notice', 'leave', 'severance', 'service', 'gratuity', 'due',
    'advance', 'property', 'other')),
  label text not null check (length(label) between 1 and 60),
  amount numeric(14, 2) not null check (amount >= 0),
  reason text not null check (length(reason) between 1 and 500),
  primary key (organization_id, id),
  constraint leaving_lines_leaving foreign key (organization_id, leaving_id, employee_id)
    references leavings (organization_id, id, employee_id)
);
create unique index leaving_lines_once on leaving_lines (organization_id, leaving_id, code)
  where code in ('notice', 'leave', 'severance', 'service', 'gratuity');
create index leaving_lines_of on leaving_lines (organization_id, leaving_id);

-- What the law leaves open.
create table leaving_settings (
  organization_id uuid primary key references organizations (id),
  severance_divisor int not null default 26 check (severance_divisor in (26, 30, 22)),
  exempt_reason text check (length(exempt_reason) between 1 and 500)
);

call org_table('leavings', 'payroll');
call org_table('leaving_lines', 'payroll');
call settings_table('leaving_settings', 'organizations');
call guard_rights('leaving_settings', 'update', 'edit organization');
call guard_rights('leavings', 'insert', 'edit payrolls');
call guard_rights('leavings', 'update', 'edit payrolls');
call guard_rights('leaving_lines', 'insert', 'edit payrolls');
call guard_rights('leaving_lines', 'delete', 'edit payrolls');
revoke delete on leavings from mshahara_app;
revoke update on leaving_lines from mshahara_app;
call erasable('leavings', 'update (exempt_reason)');
call erasable('leaving_lines', 'update (label, reason)');

-- A payslip of a final run belongs to one leaving, and a leaving has one.
alter table payslips add column leaving_id uuid
  constraint payslips_leaving_extra check (leaving_id is null or extra);
alter table payslips add constraint payslips_leaving
  foreign key (organization_id, leaving_id, employee_id)
  references leavings (organization_id, id, employee_id);
create unique index payslips_once_a_leaving on payslips (organization_id, leaving_id)
  where leaving_id is not null and not void;
drop trigger keep_what_for on payslips;
create trigger keep_what_for before update on payslips
  for each row when ((new.payroll_id, new.employee_id, new.casual_id, new.month, new.extra,
      new.corrects, new.leaving_id)
    is distinct from (old.payroll_id, old.employee_id, old.casual_id, old.month, old.extra,
      old.corrects, old.leaving_id))
  execute function never_changed();

-- What was paid by it stays as it was.
create trigger keep_leaving before update or delete on leavings
  for each row execute function keep_leaving();
create trigger keep_leaving before insert or update or delete on leaving_lines
  for each row execute function keep_leaving();
