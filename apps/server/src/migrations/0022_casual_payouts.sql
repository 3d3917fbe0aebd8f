-- Casuals are paid by the same machinery: what is ordered belongs to exactly one payroll, and each
-- payout to one payslip of it, of employees or of casuals.

alter table payout_requests
  alter column payroll_id drop not null,
  add column casual_payroll_id uuid,
  add constraint payout_requests_casual_payroll foreign key (organization_id, casual_payroll_id)
    references casual_payrolls (organization_id, id),
  add constraint payout_requests_of_one_run check (num_nonnulls(payroll_id, casual_payroll_id) = 1),
  -- Whichever it is.
  add column run_id uuid generated always as (coalesce(payroll_id, casual_payroll_id)) stored;
drop index payout_requests_waiting;
drop index payout_requests_of_payroll;
create unique index payout_requests_waiting on payout_requests (organization_id, run_id)
  where state = 'waiting';
create index payout_requests_of_run on payout_requests (organization_id, run_id);

alter table payouts
  alter column payroll_id drop not null,
  alter column payslip_id drop not null,
  alter column employee_id drop not null,
  add column casual_payroll_id uuid,
  add column casual_payslip_id uuid,
  add column casual_id uuid,
  add constraint payouts_casual_payroll foreign key (organization_id, casual_payroll_id)
    references casual_payrolls (organization_id, id),
  add constraint payouts_casual_payslip foreign key (organization_id, casual_payslip_id)
    references casual_payslips (organization_id, id),
  add constraint payouts_casual foreign key (organization_id, casual_id)
    references casuals (organization_id, id),
  add constraint payouts_of_one_slip check (
    num_nonnulls(payroll_id, payslip_id, employee_id) = 3
      and num_nonnulls(casual_payroll_id, casual_payslip_id, casual_id) = 0
    or num_nonnulls(payroll_id, payslip_id, employee_id) = 0
      and num_nonnulls(casual_payroll_id, casual_payslip_id, casual_id) = 3),
  add column run_id uuid generated always as (coalesce(payroll_id, casual_payroll_id)) stored,
  add column slip_id uuid generated always as (coalesce(payslip_id, casual_payslip_id)) stored,
  add column payee_id uuid generated always as (coalesce(employee_id, casual_id)) stored;
drop index payouts_once;
drop index payouts_of_payroll;
create unique index payouts_once on payouts (organization_id, slip_id, method);
create index payouts_of_run on payouts (organization_id, run_id, number);

-- What the law took from casuals is declared with the month's returns.
create trigger withdraw_returns after update on casual_payrolls
  for each row when (new.status <> old.status and new.statutory) execute function withdraw_returns();
