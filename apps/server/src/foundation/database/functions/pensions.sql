-- Months that were paid keep the pension contributions that they had (B4): no membership comes to reach
-- into one, or out of one, whichever road it takes. A payroll that is being confirmed is waited for.
create or replace function paid_months_stay() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one constant pension_members := coalesce(new, old);
  first_month constant text := least(new."from", old."from");
begin
  perform from (select distinct p.id from payslips s
      join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
      where s.organization_id = one.organization_id and s.employee_id = one.employee_id
        and s.month >= first_month and not s.void and not s.frozen and not s.extra
      order by 1) run
    cross join lateral (select from payrolls r where r.id = run.id for share) held;
  if exists (select from payslips s where s.organization_id = one.organization_id
      and s.employee_id = one.employee_id and s.frozen and not s.void and not s.extra
      and s.month >= first_month
      and coalesce(s.month between new."from" and coalesce(new."to", s.month), false)
        <> coalesce(s.month between old."from" and coalesce(old."to", s.month), false)) then
    raise exception 'a month of it is paid' using errcode = 'check_violation',
      constraint = 'pension_members_paid';
  end if;
  return one;
end $$;

call as_platform('paid_months_stay()');
