-- Which pay items a second person is asked about (B29): what adds to somebody's pay of a month, so that
-- all that is added comes to more than the organisation's amount; and less of what is taken, where all
-- that is taken was more than that. Judged by the sums of a month, so that neither small steps nor many
-- small items go round it.

-- What an item adds to pay or takes from it, and in which months; `kept` is what is taken after tax.
-- Hours and days are judged on the salary.
create or replace function figures_of(kind text, r jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('name', f.name, 'from', f."from", 'to', f."to", 'adds', f.adds,
    'untaxed', case when (r ->> 'taxable')::boolean then 0 when kind in ('allowances', 'recur_incomes')
      then f.adds else 0 end,
    'takes', f.takes, 'kept', case when (r ->> 'taxable')::boolean then 0 else f.takes end)
    -- With effect from a month it may reach back to months that are paid.
    || case when r ->> 'since' is null then '{}' else jsonb_build_object('late', r ->> 'since') end
  from (
    select r ->> 'name', '', null, (r ->> 'amount')::numeric, 0.00 where kind = 'allowances'
    union all
    select r ->> 'name', left(r ->> 'from', 7), left(r ->> 'to', 7), (r ->> 'amount')::numeric, 0.00
    where kind = 'recur_incomes'
    union all
    select r ->> 'name', left(r ->> 'from', 7), left(r ->> 'to', 7), 0.00, (r ->> 'amount')::numeric
    where kind = 'recur_deductions'
    union all
    select coalesce(nullif(r ->> 'display_name', ''), 'Commission'), r ->> 'period', r ->> 'period',
      round(greatest((r ->> 'amount')::numeric - (r ->> 'target')::numeric, 0)
        * (r ->> 'rate')::numeric / 100, 2), 0.00
    where kind = 'employee_revenues'
    union all
    select 'Variable pay', r ->> 'period', r ->> 'period', (r ->> 'bonus')::numeric
        + round(coalesce((r ->> 'hourly_rate')::numeric, s.amount / v.month_hours, 0)
          * ((r ->> 'overtime_hours')::numeric * 1.5 + (r ->> 'rest_hours')::numeric * 2), 2)
        + coalesce((r ->> 'days_away')::numeric * (r ->> 'per_diem')::numeric, 0),
      (r ->> 'deduction')::numeric
        + round(coalesce(s.amount, 0) * (r ->> 'absence_days')::numeric / 30, 2)
    from variable_pay_settings v left join lateral (
      select amount from salaries s where s.organization_id = v.organization_id
        and s.employee_id = (r ->> 'employee_id')::uuid
      order by (s.month <= r ->> 'period') desc, s.number desc limit 1) s on true
    where kind = 'variable_pay' and v.organization_id = (r ->> 'organization_id')::uuid
  ) f (name, "from", "to", adds, takes)
$$;

-- What a payslip beside the month's is given, as one item.
create or replace function extra_figures(title text, month text, adds numeric, untaxed numeric)
returns jsonb language sql immutable as $$
  select jsonb_build_object('name', title, 'from', month, 'to', month, 'adds', adds,
    'untaxed', untaxed, 'takes', 0.00, 'kept', 0.00)
$$;

-- Of an item with effect from a month to come: until then it is paid as it was, which may be more. Months
-- that it was recorded for before, and that are not paid so yet, stay.
create or replace function until_then(item jsonb) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select coalesce((select jsonb_build_object('amount', greatest(c.amount, (item ->> 'amount')::numeric))
    from item_changes c where item ->> 'since' is not null
      and c.organization_id = (item ->> 'organization_id')::uuid
      and c.employee_id = (item ->> 'employee_id')::uuid and c.item_id = (item ->> 'id')::uuid
      and (c.since is null or c.since < item ->> 'since') and not c.ended
      and not exists (select from payslips s where s.organization_id = c.organization_id
        and s.employee_id = c.employee_id and s.month >= item ->> 'since' and s.frozen and not s.void
        and not s.extra)
    order by c.number desc limit 1), '{}')
    || case when item ->> 'since' is not null and is_unpaid_late((item ->> 'organization_id')::uuid,
        (item ->> 'employee_id')::uuid, (item ->> 'id')::uuid)
      then (select jsonb_build_object('since', least(item ->> 'since', min(c.since)))
        from item_changes c where c.organization_id = (item ->> 'organization_id')::uuid
          and c.employee_id = (item ->> 'employee_id')::uuid
          and c.item_id = (item ->> 'id')::uuid and c.late_for <> '{}') else '{}' end
$$;

create or replace function items_of(org uuid, people uuid[])
returns table (kind text, record_id uuid, payee_id uuid, item jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'allowances', i.id, i.employee_id, figures_of('allowances', to_jsonb(i)
    || until_then(to_jsonb(i))) from allowances i
  where i.organization_id = org and i.employee_id = any (people)
  union all
  select 'recur_incomes', i.id, i.employee_id, figures_of('recur_incomes', to_jsonb(i)
    || until_then(to_jsonb(i)))
  from recur_incomes i where i.organization_id = org and i.employee_id = any (people)
  union all
  select 'recur_deductions', i.id, i.employee_id, figures_of('recur_deductions', to_jsonb(i))
  from recur_deductions i where i.organization_id = org and i.employee_id = any (people)
  union all
  select 'employee_revenues', i.id, i.employee_id, figures_of('employee_revenues', to_jsonb(i))
  from employee_revenues i where i.organization_id = org and i.employee_id = any (people)
  union all
  select 'variable_pay', i.id, i.employee_id, figures_of('variable_pay', to_jsonb(i))
  from variable_pay i where i.organization_id = org and i.employee_id = any (people)
  union all
  select 'off_cycle_amounts', s.id, s.employee_id, extra_figures(min(p.title), min(p.month),
    sum(a.amount), coalesce(sum(a.amount) filter (where i.kind = 'untaxed'), 0))
  from payslips s join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
  join off_cycle_amounts a on a.organization_id = s.organization_id and a.payslip_id = s.id
  join off_cycle_items i on i.organization_id = a.organization_id and i.id = a.item_id
  where s.organization_id = org and s.employee_id = any (people) and s.extra and not s.void
  group by s.id, s.employee_id
$$;

-- Everything that changes is noted as it was; what counts of it, is seen at the end.
create or replace function note_items() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org constant uuid := bound_org();
begin
  if org is null or acts_by_itself() or items_limit(org) is null then return null; end if;
  if TG_TABLE_NAME = 'off_cycle_amounts' then
    if TG_OP = 'INSERT' then
      insert into acts_due (organization_id, act, kind, record_id, payee_id, before)
      select org, 'items', TG_TABLE_NAME, s.id, s.employee_id, (
        select i.item || jsonb_build_object(
          'adds', (i.item ->> 'adds')::numeric - g.adds, 'untaxed', (i.item ->> 'untaxed')::numeric - g.untaxed)
        from items_of(org, array[s.employee_id]) i where i.record_id = s.id
          and (i.item ->> 'adds')::numeric > g.adds)
      from (select a.payslip_id, sum(a.amount) as adds,
          coalesce(sum(a.amount) filter (where i.kind = 'untaxed'), 0) as untaxed
        from added a join off_cycle_items i on i.organization_id = org and i.id = a.item_id
        group by a.payslip_id) g
      join payslips s on s.organization_id = org and s.id = g.payslip_id
      on conflict do nothing;
    elsif TG_OP = 'DELETE' then
      insert into acts_due (organization_id, act, kind, record_id, payee_id, before)
      select org, 'items', TG_TABLE_NAME, s.id, s.employee_id,
        extra_figures(p.title, p.month, g.adds + coalesce((i.item ->> 'adds')::numeric, 0),
          g.untaxed + coalesce((i.item ->> 'untaxed')::numeric, 0))
      from (select r.payslip_id, sum(r.amount) as adds,
          coalesce(sum(r.amount) filter (where i.kind = 'untaxed'), 0) as untaxed
        from removed r left join off_cycle_items i on i.organization_id = org and i.id = r.item_id
        group by r.payslip_id) g
      join payslips s on s.organization_id = org and s.id = g.payslip_id
      join payrolls p on p.organization_id = org and p.id = s.payroll_id
      left join items_of(org, (select array_agg(x.employee_id) from payslips x
        where x.organization_id = org and x.id in (select payslip_id from removed))) i
        on i.record_id = s.id
      on conflict do nothing;
    end if;
  elsif TG_OP = 'INSERT' then
    insert into acts_due (organization_id, act, kind, record_id, payee_id)
    select org, 'items', TG_TABLE_NAME, a.id, a.employee_id from added a
    on conflict do nothing;
  elsif TG_OP = 'DELETE' then
    insert into acts_due (organization_id, act, kind, record_id, payee_id, before)
    select org, 'items', TG_TABLE_NAME, r.id, r.employee_id, figures_of(TG_TABLE_NAME, to_jsonb(r))
    from removed r on conflict do nothing;
  else
    -- What goes from one person to another is new to the other.
    insert into acts_due as d (organization_id, act, kind, record_id, payee_id, before)
    select org, 'items', TG_TABLE_NAME, a.id, a.employee_id,
      case when a.employee_id = r.employee_id then r.was end
    from (select x.id, x.employee_id, figures_of(TG_TABLE_NAME, to_jsonb(x)) as was from removed x) r
    join added a on a.id = r.id
    where a.employee_id <> r.employee_id or figures_of(TG_TABLE_NAME, to_jsonb(a)) <> r.was
    on conflict (organization_id, xact, kind, record_id) do update set payee_id = excluded.payee_id,
      before = case when d.payee_id = excluded.payee_id then d.before end;
  end if;
  return null;
end $$;

-- What this transaction has changed of pay items, with what the month's items of the person come to
-- where a second person is asked about it.
create or replace function items_written(org uuid)
returns table (kind text, payee_id uuid, before jsonb, after jsonb, total numeric)
-- Nobody knows how many there are before they are written: pairs are never tried one by one.
language sql stable security definer set search_path = public, pg_temp set enable_nestloop = off
as $$
  with noted as materialized (
    select d.kind, d.record_id, d.payee_id, d.before from acts_due d where d.organization_id = org
      and d.xact = pg_current_xact_id_if_assigned() and d.act = 'items'),
  now_items as materialized (
    select * from items_of(org, (select array_agg(distinct n.payee_id) from noted n))),
  changed as materialized (
    select n.*, i.item as after from noted n left join now_items i using (kind, record_id)
    where n.before is distinct from i.item),
  was_items as materialized (
    select i.kind, i.record_id, i.payee_id, i.item from now_items i
    where (i.kind, i.record_id) not in (select c.kind, c.record_id from changed c)
    union all
    select c.kind, c.record_id, c.payee_id, c.before from changed c where c.before is not null),
  -- Asked once: not for every row.
  allowed as materialized (select items_limit(org) as most),
  -- From when on they are not paid for yet.
  unpaid as materialized (
    select n.payee_id, coalesce((select to_char((max(p.month) || '-01')::date + interval '1 month',
        'YYYY-MM') from paid_slips p where p.organization_id = org and p.kind = 'monthly'
          and p.employee_id = n.payee_id), '') as since
    from (select distinct payee_id from noted) n),
  points as (
    select distinct i.payee_id, case when i.item ->> 'from' = i.item ->> 'to' or i.item ->> 'to' < u.since
        then i.item ->> 'from'
      else greatest(i.item ->> 'from', u.since) end as month
    from (table now_items union all table was_items) i join unpaid u using (payee_id)),
  sums as (
    select p.payee_id, p.month, sum((i.item ->> 'adds')::numeric) as adds,
      sum((i.item ->> 'untaxed')::numeric) as untaxed, 0::numeric as takes, 0::numeric as kept
    from points p join now_items i on i.payee_id = p.payee_id and i.item ->> 'from' <= p.month
      and coalesce(i.item ->> 'to', '9999') >= p.month
    group by p.payee_id, p.month
    union all
    select p.payee_id, p.month, 0, 0, sum((i.item ->> 'takes')::numeric),
      sum((i.item ->> 'kept')::numeric)
    from points p join was_items i on i.payee_id = p.payee_id and i.item ->> 'from' <= p.month
      and coalesce(i.item ->> 'to', '9999') >= p.month
    group by p.payee_id, p.month),
  -- What comes for months that are paid comes with the next one: small amounts reach far back.
  late as materialized (
    select i.payee_id, sum((i.item ->> 'adds')::numeric * k.months) as adds
    from now_items i cross join lateral (select count(distinct r.month) as months from arrears r
      where r.organization_id = org and r.employee_id = i.payee_id and r.status = 'draft'
        and r.month >= i.item ->> 'late') k
    where i.item ? 'late' group by i.payee_id),
  judged as (
    select c.kind, c.record_id, max(case
        when more_of('adds', c.before, c.after) and s.adds + coalesce(a.adds, 0) > l.most
          or more_of('untaxed', c.before, c.after) and s.untaxed > l.most
          then s.adds + coalesce(a.adds, 0)
        when more_of('takes', c.after, c.before) and s.takes > l.most
          or more_of('kept', c.after, c.before) and s.kept > l.most then s.takes
        end) as total
    from changed c join unpaid u on u.payee_id = c.payee_id cross join allowed l
    left join late a on a.payee_id = c.payee_id
    join sums s on s.payee_id = c.payee_id
      and (s.month between c.before ->> 'from' and coalesce(c.before ->> 'to', '9999')
        or s.month between c.after ->> 'from' and coalesce(c.after ->> 'to', '9999'))
      -- What lasts is for months still to be paid; what is over by then, for a gap before them.
      and (s.month >= u.since or c.after ->> 'from' = c.after ->> 'to'
        or c.before ->> 'from' = c.before ->> 'to'
        or c.after ->> 'to' < u.since or c.before ->> 'to' < u.since)
    group by c.kind, c.record_id)
  select c.kind, c.payee_id, c.before, c.after, j.total
  from changed c left join judged j using (kind, record_id)
$$;

-- Whether the second is more than the first: a larger figure, or the same in more months.
create or replace function more_of(figure text, one jsonb, other jsonb) returns boolean
language sql immutable as $$
  select coalesce((other ->> figure)::numeric, 0) > coalesce((one ->> figure)::numeric, 0)
    or coalesce((other ->> figure)::numeric, 0) > 0 and (other ->> 'from' < one ->> 'from'
      or coalesce(other ->> 'to', '9999') > coalesce(one ->> 'to', '9999')
      or other ->> 'late' < coalesce(one ->> 'late', '9999'))
$$;

call as_platform('items_of(uuid, uuid[])', 'note_items()', 'items_written(uuid)');
grant execute on function figures_of(text, jsonb), until_then(jsonb), extra_figures(text, text, numeric, numeric),
  more_of(text, jsonb, jsonb) to mshahara_platform;
