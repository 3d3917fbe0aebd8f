-- Pay items with effect from a month (B30). What each was from which month is written here as it is
-- recorded, whichever road it came; confirmed months that it reaches back to are marked, and the next
-- payslip takes in what they come to.

-- What was recorded by mistake and is gone before any payslip paid of it: the months that it would
-- have reached back to are due nothing of it. Null of an item that was paid, which keeps its arrears.
create or replace function never_paid(org uuid, employee uuid, item uuid) returns uuid[]
language sql stable as $$
  select array_agg(distinct late) from item_changes k cross join lateral unnest(k.late_for) late
  where k.organization_id = org and k.employee_id = employee and k.item_id = item
    and not exists (select from payslips s cross join lateral jsonb_array_elements(s.incomes) line
      where s.organization_id = org and s.employee_id = employee and s.frozen and not s.void
        and (line ->> 'id' = item::text or line ->> 'id' like 'arrears % ' || item))
$$;

-- A run that is being confirmed is waited for: it has not seen the change.
create or replace function record_item_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- Claimed and paid, an income is what it was.
  quiet constant text[] := array['status', 'payslip_id', 'description'];
  rows jsonb;
begin
  if TG_OP = 'INSERT' then
    select jsonb_agg(to_jsonb(a) order by a.id) into rows from added a;
  elsif TG_OP = 'DELETE' then
    select jsonb_agg(to_jsonb(r) || '{"since": null, "ended": true}' order by r.id) into rows
    from removed r;
  else
    select jsonb_agg(to_jsonb(a) order by a.id) into rows from added a
    join removed r on r.organization_id = a.organization_id and r.id = a.id
    where to_jsonb(a) - quiet <> to_jsonb(r) - quiet;
  end if;
  perform from (select distinct p.id from jsonb_to_recordset(rows) as c (organization_id uuid,
        employee_id uuid, since text)
      join payslips s on s.organization_id = c.organization_id and s.employee_id = c.employee_id
        and s.month >= c.since and not s.void and not s.frozen and not s.extra
      join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
      order by 1) run
    cross join lateral (select from payrolls r where r.id = run.id for share) held;
  insert into item_changes (organization_id, employee_id, item_id, list, since, late_for, name, amount,
    taxable, one_off, type, "from", "to", ended)
  select c.organization_id, c.employee_id, c.id, TG_TABLE_NAME, c.since, coalesce((
      select array_agg(s.id order by s.month) from payslips s
      where s.organization_id = c.organization_id and s.employee_id = c.employee_id
        and s.month >= c.since and s.frozen and not s.void and not s.extra),
      case when c.ended then never_paid(c.organization_id, c.employee_id, c.id) end, '{}'),
    c.name, c.amount, c.taxable, coalesce(c.one_off, c.type = 'leave', false), c.type,
    left(c."from", 7), left(c."to", 7), coalesce(c.ended, false)
  from jsonb_to_recordset(rows) as c (organization_id uuid, employee_id uuid, id uuid, since text,
    name text, amount numeric, taxable boolean, one_off boolean, type text, "from" text, "to" text,
    ended boolean)
  -- A one-off is paid in its month or not at all (B23).
  where TG_TABLE_NAME = 'allowances' or not c.one_off;
  insert into arrears (organization_id, employee_id, month)
  select distinct s.organization_id, s.employee_id, s.month
  from jsonb_to_recordset(rows) as c (organization_id uuid, employee_id uuid, since text, one_off boolean)
  join payslips s on s.organization_id = c.organization_id and s.employee_id = c.employee_id
    and s.month >= c.since and s.frozen and not s.void and not s.extra
  where c.one_off is not true and not exists (select from arrears k
    where k.organization_id = s.organization_id and k.employee_id = s.employee_id
      and k.month = s.month and k.status = 'draft' and k.payslip_id is null);
  return null;
end $$;

-- Of somebody's confirmed month: the items that were recorded for it after its payslip, as they are by
-- now. Null where there are none.
create or replace function late_items(org uuid, employee uuid, in_month text) returns json
language sql stable as $$
  select json_agg(json_build_object('id', h.item_id, 'name', h.name,
      'kind', case h.list when 'allowances' then 'allowance' else 'income' end,
      'amount', case when h.ended or h."from" > in_month or h."to" < in_month then 0
        else (h.amount * 100)::bigint end,
      'taxable', h.taxable, 'one_off', h.one_off, 'type', h.type,
      'by_days', h.list = 'allowances',
      'agreed', (select json_agg((k.amount * 100)::bigint order by k.number desc) from item_changes k
        where k.organization_id = org and k.employee_id = employee and k.item_id = h.item_id))
    order by h.first)
  from (select distinct on (c.item_id) c.*, min(c.number) over (partition by c.item_id) as first
    from item_changes c where c.organization_id = org and c.employee_id = employee
      and c.late_for @> array[(select s.id from payslips s where s.organization_id = org
        and s.employee_id = employee and s.month = in_month and s.frozen and not s.void
        and not s.extra)]
    order by c.item_id, c.number desc) h
$$;

call as_platform('record_item_changes()');
grant execute on function late_items(uuid, uuid, text), never_paid(uuid, uuid, uuid) to mshahara_app, mshahara_platform;
