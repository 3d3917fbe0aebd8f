-- Benefits in kind that are recorded, changed or deleted after a month was confirmed (B30, B33): its
-- payslip stays, and the next one takes in the tax that the law of the month makes of them.

-- What somebody has besides money in a month, by the days within it; null where there is nothing.
create or replace function benefits_in(org uuid, who uuid, in_month text) returns json
language sql stable as $$
  select json_agg(json_build_object('kind', i.kind, 'amount', i.amount, 'market', i.market,
      'agreed', i.agreed, 'cc', i.cc, 'body', i.body, 'farm', i.farm, 'occupant', i.occupant,
      'house', i.house, 'recovered', i.recovered, 'total_income', i.total_income,
      'with_gains', i.with_gains, 'from', greatest(i."from", (in_month || '-01')::date),
      'to', least(i."to", month_end(in_month))) order by i.created_at, i.id)
  from benefits i where i.organization_id = org and i.employee_id = who
    and i."from" <= month_end(in_month) and (i."to" is null or i."to" >= (in_month || '-01')::date)
$$;

-- Of a confirmed month whose benefits were changed since: what it has by now, and in which days its
-- payslip paid. Null where its payslip has them as they are.
create or replace function late_benefits(org uuid, who uuid, in_month text) returns json
language sql stable as $$
  select json_build_object('had', coalesce(benefits_in(org, who, in_month), '[]'),
    'from', s.person ->> 'employment_date', 'to', s.person ->> 'termination_date')
  from payslips s where s.organization_id = org and s.employee_id = who and s.month = in_month
    and s.frozen and not s.void and not s.extra
    and exists (select from arrears k where k.organization_id = org and k.employee_id = who
      and k.month = in_month and k.benefits)
$$;

-- Who has any, or had in months that are confirmed: everybody else's payslips need not be opened.
create or replace function benefit_holders(org uuid) returns setof uuid language sql stable as $$
  select b.employee_id from benefits b where b.organization_id = org
  union select a.employee_id from arrears a where a.organization_id = org and a.benefits
$$;

-- What a month has of one record.
create or replace function benefit_within(benefit jsonb, in_month text) returns jsonb
language sql immutable as $$
  select benefit - array['id', 'created_at', 'description'] || jsonb_build_object(
      'from', greatest((benefit ->> 'from')::date, (in_month || '-01')::date),
      'to', least((benefit ->> 'to')::date, month_end(in_month)))
  where (benefit ->> 'from')::date <= month_end(in_month)
    and coalesce((benefit ->> 'to')::date, 'infinity') >= (in_month || '-01')::date
$$;

-- Marks the confirmed months that would have been others. A run that is being confirmed is waited for:
-- it has not seen the change.
create or replace function mark_benefit_arrears() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changes jsonb;
begin
  if TG_OP = 'INSERT' then
    select jsonb_agg(jsonb_build_object('whose', a.employee_id, 'org', a.organization_id,
      'now', to_jsonb(a))) into changes from added a;
  elsif TG_OP = 'DELETE' then
    select jsonb_agg(jsonb_build_object('whose', r.employee_id, 'org', r.organization_id,
      'was', to_jsonb(r))) into changes from removed r;
  else
    select jsonb_agg(jsonb_build_object('whose', a.employee_id, 'org', a.organization_id,
      'was', to_jsonb(r), 'now', to_jsonb(a))) into changes from added a
    join removed r on r.organization_id = a.organization_id and r.id = a.id;
  end if;
  perform from (select distinct p.id
      from jsonb_to_recordset(changes) as c (org uuid, whose uuid, was jsonb, now jsonb)
      join payslips s on s.organization_id = c.org and s.employee_id = c.whose
        and not s.void and not s.frozen and not s.extra
        and s.month >= left(least(c.was ->> 'from', c.now ->> 'from'), 7)
      join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
      order by 1) run
    cross join lateral (select from payrolls r where r.id = run.id for share) held;
  insert into arrears (organization_id, employee_id, month, benefits)
  select distinct s.organization_id, s.employee_id, s.month, true
  from jsonb_to_recordset(changes) as c (org uuid, whose uuid, was jsonb, now jsonb)
  join payslips s on s.organization_id = c.org and s.employee_id = c.whose
    and s.frozen and not s.void and not s.extra
    and s.month >= left(least(c.was ->> 'from', c.now ->> 'from'), 7)
  where benefit_within(c.was, s.month) is distinct from benefit_within(c.now, s.month)
    and not exists (select from arrears k where k.organization_id = s.organization_id
      and k.employee_id = s.employee_id and k.month = s.month and k.status = 'draft'
      and k.payslip_id is null and k.benefits);
  return null;
end $$;

call as_platform('mark_benefit_arrears()');
grant execute on function benefits_in(uuid, uuid, text), late_benefits(uuid, uuid, text),
  benefit_holders(uuid) to mshahara_app, mshahara_platform;
grant execute on function benefit_within(jsonb, text) to mshahara_platform;
