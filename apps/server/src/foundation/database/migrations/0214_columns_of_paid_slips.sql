-- A database that was taken over from before the baseline has the columns of `payslips` in another
-- order, and its view with them. Named one by one they are the same everywhere, so that verify can
-- hold the view against the source.
drop view paid_slips;
create view paid_slips with (security_invoker = true) as
  select s.organization_id, s.id, s.payroll_id, s.employee_id, s.casual_id, s.month, s.during,
    s.frozen, s.void, s.digest, s.person, s.input, s.incomes, s.deductions, s.department_id,
    s.designation_id, s.work_station_id, s.days, s.days_of, s.salary, s.pay, s.pay_basis,
    s.source, s.days_worked, s.overtime_hours, s.pieces, s.total, s.overtime, s.advance, s.lines,
    s.months, s.gross, s.taxable, s.income_tax, s.tax_relief, s.nhif_relief, s.housing_relief,
    s.paye, s.nssf, s.health, s.housing, s.withholding_tax, s.other_deductions, s.statutory,
    s.total_deductions, s.net, s.nssf_employer, s.housing_employer, s.nita, r.kind, r.code,
    r.number as run_number, r.created_at as run_at, r.confirmed_at
  from payslips s join payrolls r
    on r.organization_id = s.organization_id and r.id = s.payroll_id
  where s.frozen and not s.void and r.status = 'confirmed';
grant select on paid_slips to mshahara_app, mshahara_platform;
