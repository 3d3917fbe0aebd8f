-- What payslips take in is paid once: a draft of the same person holds it, the run that is being
-- confirmed pays it, and it is due again when that run is reversed.

-- A run that is being confirmed is frozen and still a draft. That it is confirmed by the end of the
-- transaction is seen to by `frozen_is_confirmed`, and that a reversed one is void by
-- `confirmed_is_frozen`. Lookups are by key, whatever the planner guesses.
create or replace function keep_claims() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refused boolean := false;
begin
  if TG_OP <> 'DELETE' then
    -- Nobody confirms a run while something is claimed for it.
    perform from (select distinct p.organization_id, p.payroll_id from added a
        cross join lateral (select s.organization_id, s.payroll_id from payslips s
          where s.organization_id = a.organization_id and s.id = a.payslip_id limit 1) p
        where a.status <> 'paid' order by 1, 2) run
      cross join lateral (select from payrolls r
        where r.organization_id = run.organization_id and r.id = run.payroll_id for share) held;
  end if;
  if TG_OP = 'INSERT' then
    refused := exists (select from added a where a.status = 'paid' or a.payslip_id is not null
      and not exists (select from payslips s join payrolls r
        on r.organization_id = s.organization_id and r.id = s.payroll_id
        where s.organization_id = a.organization_id and s.id = a.payslip_id
          and s.employee_id = a.employee_id and not s.frozen and r.status = 'draft'));
  elsif TG_OP = 'DELETE' then
    perform hold_left_runs(g.organization_id, array_agg(distinct g.payslip_id)) from gone g
      group by g.organization_id;
    refused := exists (select from gone g
      cross join lateral (select s.frozen, s.organization_id, s.payroll_id from payslips s
        where s.organization_id = g.organization_id and s.id = g.payslip_id limit 1) s
      join payrolls r on r.organization_id = s.organization_id and r.id = s.payroll_id
      where s.frozen and r.status <> 'reversed');
  else
    perform hold_left_runs(g.organization_id, array_agg(distinct g.payslip_id)) from gone g
      full join added a on a.organization_id = g.organization_id and a.id = g.id
      where a.payslip_id is distinct from g.payslip_id group by g.organization_id;
    -- A full join is never made by comparing all with all.
    refused := exists (select from added a
      full join gone g on g.organization_id = a.organization_id and g.id = a.id
      left join lateral (select s.employee_id = a.employee_id as theirs, s.frozen, s.void,
          r.status as run
        from payslips s join payrolls r
          on r.organization_id = s.organization_id and r.id = s.payroll_id
        where s.organization_id = a.organization_id
          and s.id = coalesce(a.payslip_id, g.payslip_id) limit 1) p on true
      where (a.payslip_id, a.status, a.employee_id)
          is distinct from (g.payslip_id, g.status, g.employee_id)
        and (case
          when a.employee_id is distinct from g.employee_id then false
          when a.status = 'paid' then g.status = 'draft' and p.theirs and p.frozen and not p.void
            and p.run = 'draft' and coalesce(a.payslip_id = g.payslip_id, true)
          when g.status = 'paid' then p.run = 'reversed'
            and coalesce(a.payslip_id = g.payslip_id, true)
          when a.payslip_id is null then g.payslip_id is null or p.run = 'draft'
          else p.theirs and not p.frozen and p.run = 'draft' end) is not true);
  end if;
  if refused then
    raise exception 'not taken in by this payslip' using errcode = 'check_violation',
      constraint = 'claims_kept';
  end if;
  return null;
end $$;

-- Nor while something it holds is set free, given to another run or deleted: it would be in the
-- payslip and not be paid. A run that is being confirmed is not waited for, because it waits for the
-- records themselves.
create or replace function hold_left_runs(org uuid, slips uuid[]) returns void
language plpgsql as $$
begin
  perform from (select distinct s.payroll_id from payslips s
      where s.organization_id = org and s.id = any (slips) order by 1) run
    cross join lateral (select from payrolls r where r.organization_id = org
      and r.id = run.payroll_id for share nowait) held;
end $$;

-- What a migration calls for a table with `payslip_id`, `status` and `employee_id`.
create or replace procedure claimed_table(t regclass) language plpgsql as $$
begin
  execute format('create or replace trigger keep_claims_added after insert on %s
    referencing new table as added for each statement
    when (current_user = ''mshahara_app'') execute function keep_claims()', t);
  execute format('create or replace trigger keep_claims after update on %s
    referencing old table as gone new table as added for each statement
    when (current_user = ''mshahara_app'') execute function keep_claims()', t);
  execute format('create or replace trigger keep_claims_gone after delete on %s
    referencing old table as gone for each statement
    when (current_user = ''mshahara_app'') execute function keep_claims()', t);
end $$;

-- Days of a month that was paid are a claim against somebody whose last pay is done, and closed by
-- whoever may change payrolls.
create or replace function guard_leave_claim() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and not (bound_may_or_operator('edit payrolls')
    and exists (select from employees e where e.organization_id = new.organization_id
      and e.id = new.employee_id and final_pay_is_over(e.organization_id, e.id,
        e.termination_date, (app_now() at time zone 'Africa/Nairobi')::date))
    and exists (select from paid_slips p where p.organization_id = new.organization_id
      and p.employee_id = new.employee_id and p.kind = 'monthly' and p.month = new.month)) then
    perform refuse_decision('a claim');
  end if;
  return new;
end $$;

call as_platform('keep_claims()', 'hold_left_runs(uuid, uuid[])', 'guard_leave_claim()');
