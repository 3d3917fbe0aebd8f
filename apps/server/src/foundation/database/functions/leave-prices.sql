-- What days of unpaid leave cost, and what was taken for them (C9). Few people have any, and every
-- run asks: in functions this is planned where somebody has, not with each question of a run.

-- What a whole month was paid with, as its confirmed payslip has it; before, as agreed. `salary` is
-- the fee that VAT is on, which goes and comes with the days: with all of them, line and all.
create or replace function leave_month_price(org uuid, who uuid, of_month text, out salary numeric,
  out allowances numeric, out untaxed numeric, out had_vat boolean)
language plpgsql stable as $$
begin
  select round(s.salary * s.days_of / s.days, 2), round(l.taxed * s.days_of / s.days, 2),
      round(l.untaxed * s.days_of / s.days, 2),
      coalesce(s.person ->> 'tos' = 'Consultant' and (s.person ->> 'vat_registered')::boolean,
        false)
    into salary, allowances, untaxed, had_vat
    from (select * from paid_slips p where p.organization_id = org and p.employee_id = who
      and p.kind = 'monthly' and p.month = of_month limit 1) s
    cross join lateral (select
        sum(a.amount) filter (where a.is_taxed) / 100 as taxed,
        sum(a.amount) filter (where not a.is_taxed) / 100 as untaxed
      from (select (line ->> 'amount')::numeric as amount,
          (line ->> 'taxable')::boolean as is_taxed
        from jsonb_array_elements(s.incomes) line where line ->> 'kind' = 'allowance'
          and line ->> 'type' is distinct from 'leave') a) l;
  if found then
    return;
  end if;
  salary := (select s.amount from salaries s where s.organization_id = org and s.employee_id = who
    order by (s.month <= of_month) desc, case when s.month <= of_month then '' else s.month end,
      s.number desc limit 1);
  select sum(a.amount) filter (where a.taxable), sum(a.amount) filter (where not a.taxable)
    into allowances, untaxed from allowances_in(org, who, of_month) a where a.type <> 'leave';
  had_vat := false;
end $$;

-- By payslip, what was taken for a leave and a month, less what came back, in cents below zero.
--
-- In the month itself it is the lines under the type's name. A type may have been renamed since, or
-- share its name with other days: such lines are its own where they have its days, or those that a
-- month full of absence had room for. Otherwise it is their share of the leave that there was room
-- for, as a share of all absence, which costs the same by the day whatever it is called. Simple
-- absence is taken before leave. Later months have a line with the id of the first of the records.
create or replace function leave_taken_by_slip(org uuid, request uuid, of_month text)
returns table (days numeric, month text, taxed numeric, untaxed numeric, vat numeric)
language plpgsql stable as $$
begin
  return query
  with slips as (
    select sum(x.days) as days, s.id, s.month, s.days as slip_days, s.incomes, t.name,
      array_agg(x.id::text) as records,
      (select sum(o.days) from leave_pay_days o where o.organization_id = org
        and o.payslip_id = s.id and o.month = s.month) as all_leave,
      (select sum(o.days) from leave_pay_days o
        join leave_requests w on w.organization_id = org and w.id = o.request_id
        where o.organization_id = org and o.payslip_id = s.id and o.month = s.month
          and w.leave_type_id = t.id) as of_type,
      coalesce((select v.absence_days from variable_pay v where v.organization_id = org
        and v.employee_id = s.employee_id and v.period = s.month and v.payslip_id = s.id limit 1),
        0) as simply_absent
    from leave_pay_days x
    join paid_slips s on s.organization_id = x.organization_id and s.id = x.payslip_id
    join leave_requests q on q.organization_id = x.organization_id and q.id = x.request_id
    join leave_types t on t.organization_id = q.organization_id and t.id = q.leave_type_id
    where x.organization_id = org and x.request_id = request and x.month = of_month
    group by s.employee_id, s.id, s.month, s.days, s.incomes, t.id, t.name)
  select k.days, k.month,
    case when k.month <> of_month then l.taxed_later
      when w.is_its_own then l.taxed_named * k.days / nullif(k.of_type, 0)
      else l.taxed_absence / nullif(l.days_absence, 0) * w.room * k.days
        / nullif(k.all_leave, 0) end,
    case when k.month <> of_month then l.untaxed_later
      when w.is_its_own then l.untaxed_named * k.days / nullif(k.of_type, 0)
      else l.untaxed_absence / nullif(l.days_absence, 0) * w.room * k.days
        / nullif(k.all_leave, 0) end,
    l.vat_later
  from slips k
  cross join lateral (select
      sum(i.amount) filter (where i.is_taxed and i.is_named) as taxed_named,
      sum(i.amount) filter (where not i.is_taxed and i.is_named) as untaxed_named,
      sum(i.amount) filter (where i.is_taxed and i.is_absence) as taxed_absence,
      sum(i.amount) filter (where not i.is_taxed and i.is_absence) as untaxed_absence,
      sum(i.amount) filter (where i.is_taxed and i.is_later) as taxed_later,
      sum(i.amount) filter (where not i.is_taxed and i.is_later) as untaxed_later,
      sum(i.amount) filter (where not i.is_taxed and i.is_vat) as vat_later,
      coalesce(sum(i.days) filter (where i.is_taxed and i.is_named), 0) as days_named,
      coalesce(sum(i.days) filter (where i.is_taxed and i.is_absence), 0) as days_absence
    from (select (line ->> 'amount')::numeric as amount,
        (line ->> 'taxable')::boolean as is_taxed, a.is_absence,
        a.is_absence and line ->> 'name' in (k.name, k.name || ', untaxed') as is_named,
        line ->> 'id' = any (k.records || array(select r || ' untaxed' from unnest(k.records) r))
          as is_later,
        line ->> 'id' = any (array(select r || ' vat' from unnest(k.records) r)) as is_vat,
        case when a.is_absence and (line ->> 'taxable')::boolean
          then split_part(line ->> 'quantity', ' ', 1)::numeric end as days
      from jsonb_array_elements(k.incomes) line
      -- Lines for days of other months have the id of a record, those of the month a name for it.
      cross join lateral (select line ->> 'kind' = 'absence'
        and line ->> 'id' !~ '^[0-9a-f]{8}-[0-9a-f]{4}-' as is_absence) a) i) l
  cross join lateral (select
      (l.days_named = k.of_type or l.days_named between 0.01 and k.of_type
          and l.days_absence >= k.slip_days)
        and (k.name <> 'Absence' or k.simply_absent = 0) as is_its_own,
      greatest(0, least(k.all_leave, k.slip_days - k.simply_absent)) as room) w;
end $$;

-- All of it; and days that were collected from the person, with a whole month's untaxed pay.
create or replace function leave_taken(org uuid, request uuid, of_month text, month_untaxed numeric)
returns json language plpgsql stable as $$
declare
  collected numeric := (select sum(x.days) from leave_pay_days x where x.organization_id = org
    and x.request_id = request and x.month = of_month and x.outcome = 'collected');
begin
  if collected > 0 then
    return (select json_build_object('days', sum(t.days), 'taxed', sum(t.taxed), 'untaxed',
        sum(t.untaxed), 'collected', json_build_object('days', collected, 'untaxed',
          round(100 * coalesce(month_untaxed, 0))))
      from leave_taken_by_slip(org, request, of_month) t);
  end if;
  return (select json_build_object('days', sum(t.days), 'taxed', sum(t.taxed), 'untaxed',
      sum(t.untaxed)) from leave_taken_by_slip(org, request, of_month) t);
end $$;

-- In the month itself VAT is less without a line for it; later there is one.
create or replace function leave_vat_taken(org uuid, request uuid, of_month text) returns json
language plpgsql stable as $$
begin
  return (select json_build_object(
      'taxed_in_month', sum(t.taxed) filter (where t.month = of_month), 'later', sum(t.vat))
    from leave_taken_by_slip(org, request, of_month) t);
end $$;

grant execute on function leave_month_price(uuid, uuid, text),
  leave_taken_by_slip(uuid, uuid, text), leave_taken(uuid, uuid, text, numeric),
  leave_vat_taken(uuid, uuid, text) to mshahara_app, mshahara_platform;
