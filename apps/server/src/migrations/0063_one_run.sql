-- One table of runs and one of payslips, whatever is paid: docs/decisions/043. A run has a kind; what
-- a kind must have, and how often somebody is paid by it, is enforced here.

-- ---------------------------------------------------------------- runs

alter table payrolls
  add column kind text not null default 'monthly' check (kind in ('monthly', 'casual')),
  alter column month drop not null,
  add column "from" date,
  add column "to" date,
  -- The organisation's terms for casual workers when the figures were worked out.
  add column statutory boolean,
  add column overtime_factor numeric(4, 2),
  add column day_hours numeric(4, 2),
  -- Who was left out: paid for every day already, or not on the roll; and who has only some days.
  add column skipped int,
  add column without_days int,
  add column partly int,
  -- Days that no sheet has, or that were still to come, and that whoever confirmed ticked.
  add column ticked_days date[],
  -- Of those paid in cash, whom whoever reversed it says have not signed for it.
  add column not_signed uuid[],
  add constraint payrolls_of_a_kind check (case kind
    when 'monthly' then month is not null and num_nonnulls("from", "to", statutory, overtime_factor,
      day_hours, skipped, without_days, partly, ticked_days, not_signed) = 0
    else month is null and num_nulls("from", "to", statutory, overtime_factor, day_hours, skipped,
      without_days, partly, ticked_days, not_signed) = 0 end),
  add constraint payrolls_range check ("to" >= "from" and "to" - "from" < 62),
  drop constraint payrolls_reversal,
  add constraint payrolls_reversal check (num_nulls(reversed_at, reversed_by, reversal_reason)
    = case when status = 'reversed' then 0 else 3 end);
drop index payrolls_newest;
create index payrolls_newest on payrolls (organization_id, kind, number desc);

-- ---------------------------------------------------------------- payslips

alter table payslips
  alter column employee_id drop not null,
  alter column month drop not null,
  add column casual_id uuid,
  -- The days that it pays.
  add column during datemultirange,
  add column pay numeric(14, 2),
  add column pay_basis text check (pay_basis in ('day', 'piece')),
  -- Where the days come from: the muster roll, the dates of the payroll, or some from each.
  add column source text check (source in ('roll', 'range', 'both')),
  add column days_worked numeric(5, 1) check (days_worked >= 0),
  add column overtime_hours numeric(7, 2),
  add column pieces numeric(12, 2),
  add column total numeric(14, 2),
  add column overtime numeric(14, 2),
  add column advance numeric(14, 2),
  add column statutory numeric(14, 2),
  -- Each advance and deduction by its name, and each day.
  add column lines jsonb,
  -- What each month of the range has of it, for the law's month to date and the returns.
  add column months jsonb,
  add constraint payslips_casual foreign key (organization_id, casual_id)
    references casuals (organization_id, id),
  add constraint payslips_of_one_payee check (case
    when casual_id is null then num_nulls(employee_id, month) = 0
      and num_nonnulls(during, pay, pay_basis, source, days_worked, overtime_hours, pieces, total,
        overtime, advance, statutory, lines, months) = 0
    else num_nonnulls(employee_id, month) = 0
      and num_nulls(during, pay, pay_basis, source, days_worked, overtime_hours, pieces, total,
        overtime, advance, statutory, lines, months, person, gross, total_deductions, net) = 0 end),
  add constraint payslips_days check (not isempty(during)),
  add constraint payslips_casual_adds_up check (total + overtime + advance = gross),
  add constraint payslips_casual_net check (casual_id is null or not frozen or net >= 0),
  add constraint payslips_void check (frozen or not void);
create index payslips_of_casual on payslips (organization_id, casual_id) where casual_id is not null;

-- ---------------------------------------------------------------- what there was

alter table payrolls disable trigger user;
alter table payslips disable trigger user;
set local role mshahara_platform;
insert into payrolls (organization_id, id, kind, code, "from", "to", status, user_id, run_by,
  calculated_at, statutory, overtime_factor, day_hours, skipped, without_days, partly, ticked_days,
  not_signed, confirmed_at, confirmed_by, reversed_at, reversed_by, reversal_reason, count, gross,
  net, created_at)
select organization_id, id, 'casual', code, "from", "to", status, user_id, run_by,
  created_at, statutory, overtime_factor, day_hours, skipped, without_days, partly, ticked_days,
  not_signed, confirmed_at, confirmed_by, reversed_at, reversed_by, reversal_reason, count, gross,
  net, created_at
from casual_payrolls order by number;
insert into payslips (organization_id, id, payroll_id, casual_id, during, frozen, void, person, pay,
  pay_basis, source, days_worked, overtime_hours, pieces, total, overtime, advance, gross, statutory,
  total_deductions, net, lines, months)
select organization_id, id, payroll_id, casual_id, during, frozen, void, person, pay,
  pay_basis, source, days, overtime_hours, pieces, total, overtime, advance, gross, statutory,
  deduction, net, lines, months
from casual_payslips;
reset role;
alter table payrolls enable trigger user;
alter table payslips enable trigger user;

-- Nobody is paid twice for a day (C2), as nobody is for a month.
alter table payslips add constraint payslips_once_a_day exclude using gist
  (organization_id with =, casual_id with =, during with &&) where (not void);

-- ---------------------------------------------------------------- orders to pay

alter table payout_requests
  alter column run_id drop expression,
  alter column run_id set not null,
  drop column payroll_id,
  drop column casual_payroll_id,
  add constraint payout_requests_run foreign key (organization_id, run_id)
    references payrolls (organization_id, id);
alter table payouts
  alter column run_id drop expression,
  alter column run_id set not null,
  alter column slip_id drop expression,
  alter column slip_id set not null,
  drop column payroll_id,
  drop column casual_payroll_id,
  drop column payslip_id,
  drop column casual_payslip_id,
  add constraint payouts_of_one_payee check (num_nonnulls(employee_id, casual_id) = 1),
  add constraint payouts_run foreign key (organization_id, run_id)
    references payrolls (organization_id, id),
  add constraint payouts_slip foreign key (organization_id, slip_id)
    references payslips (organization_id, id);

-- What was paid to whom and is still true: payslips of confirmed runs that were not reversed.
create view paid_slips with (security_invoker = true) as
  select s.*, r.kind, r.code, r.number as run_number, r.created_at as run_at, r.confirmed_at
  from payslips s
  join payrolls r on r.organization_id = s.organization_id and r.id = s.payroll_id
  where s.frozen and not s.void and r.status = 'confirmed';
grant select on paid_slips to mshahara_app, mshahara_platform;

-- Whoever is paid, as a payment needs them.
create view payees with (security_invoker = true) as
  select organization_id, id, number, employee_no as payee_no, first_name, middle_name, last_name,
    pay_by, phone, bank_code, bank_name, account_no, payee_changed_at, termination_date
  from employees
  union all
  select organization_id, id, number, casual_no, first_name, middle_name, last_name,
    pay_by, phone, null, null, null, payee_changed_at, termination_date
  from casuals;
grant select on payees to mshahara_app, mshahara_platform;

drop table casual_payslips;
drop table casual_payrolls;

-- ---------------------------------------------------------------- what holds for every kind

drop trigger activity on payrolls;
call log_some('payrolls', 'payroll', '', 'job_id,calculated_at,rules,version,count,gross,net',
  'it.kind = ''monthly''');
call log_some('payrolls', 'casual-payroll', '', 'calculated_at,version', 'it.kind = ''casual''');
-- Whose it is and what it is for, neither a run nor a payslip ever changes.
create trigger keep_what_for before update on payrolls
  for each row when ((new.kind, new.code, new.month, new."from", new."to")
    is distinct from (old.kind, old.code, old.month, old."from", old."to"))
  execute function never_changed();
create trigger keep_what_for before update on payslips
  for each row when ((new.payroll_id, new.employee_id, new.casual_id, new.month)
    is distinct from (old.payroll_id, old.employee_id, old.casual_id, old.month))
  execute function never_changed();
create trigger days_of_its_run after update of during on payslips
  for each row when (new.during is distinct from old.during) execute function days_of_its_run();
create constraint trigger frozen_is_confirmed after insert or update of frozen on payslips
  deferrable initially deferred for each row when (new.frozen)
  execute function frozen_is_confirmed();
-- Whoever may reverse one on the screens, and nobody else.
create trigger guard_reversal before update on payrolls
  for each row when (current_user = 'mshahara_app' and new.status = 'reversed'
    and old.status <> 'reversed') execute function guard_reversal();
drop trigger confirmed_is_frozen on payrolls;
create constraint trigger confirmed_is_frozen after insert or update on payrolls
  deferrable initially deferred for each row when (new.status <> 'draft')
  execute function confirmed_is_frozen();

-- ---------------------------------------------------------------- what holds for casual workers

create trigger unseen_days_are_ticked after update on payrolls
  for each row when (new.kind = 'casual' and old.status = 'draft' and new.status = 'confirmed')
  execute function unseen_days_are_ticked();
create trigger refuse_signed before update on payrolls
  for each row when (new.kind = 'casual' and new.status = 'reversed' and old.status <> 'reversed')
  execute function refuse_signed();
