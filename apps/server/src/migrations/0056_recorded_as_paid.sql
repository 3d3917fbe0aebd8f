-- Whose payslips a day of payment speaks of: whoever is not paid by M-PESA when it is recorded, or
-- comes to be paid by bank while it stands. It stays so whatever their record says afterwards (C19).
create table payments_recorded (
  organization_id uuid not null default app_org() references organizations (id),
  slip_id uuid not null,
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  -- Set when the day of payment was taken back.
  removed_id uuid,
  primary key (organization_id, slip_id, id),
  constraint payments_recorded_payslip foreign key (organization_id, slip_id)
    references payslips (organization_id, id),
  constraint payments_recorded_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id),
  constraint payments_recorded_removed foreign key (organization_id, removed_id)
    references payment_days_removed (organization_id, id)
);
create unique index payments_recorded_once on payments_recorded (organization_id, slip_id)
  where removed_id is null;
create index payments_recorded_of_run on payments_recorded (organization_id, payroll_id);
call org_table('payments_recorded', '');
revoke insert, update, delete on payments_recorded from mshahara_app;

-- Of the days from before, whoever they kept from being paid until now.
set local role mshahara_platform;
insert into payments_recorded (organization_id, payroll_id, slip_id, removed_id)
select s.organization_id, s.payroll_id, s.id, d.removed_id
from (select organization_id, id, null::uuid as removed_id from payroll_payments
  union all select organization_id, payroll_id, id from payment_days_removed) d
join payslips s on s.organization_id = d.organization_id and s.payroll_id = d.id
join employees e on e.organization_id = s.organization_id and e.id = s.employee_id
where e.pay_by = 'bank' or s.person ->> 'pay_by' is distinct from 'mpesa';
reset role;

create trigger note_recorded after insert or update on payroll_payments
  for each row execute function note_recorded_payment();
create trigger keep_recorded after update of pay_by on employees
  for each row when (old.pay_by = 'bank' and new.pay_by <> 'bank')
  execute function keep_recorded_payments();
