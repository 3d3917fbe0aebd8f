-- Pay items with effect from a month (B30). What each was from which month is written here as it is
-- recorded, whichever road it came; confirmed months that it reaches back to are marked, and the next
-- payslip takes in what they come to.

-- What was recorded by mistake and is gone while no payslip pays of it, or none any more: the months
-- that it would have reached back to are due nothing of it. An item that was paid keeps its arrears.
drop function if exists never_paid(uuid, uuid, uuid);
create or replace function is_paid_by_any(org uuid, employee uuid, item uuid) returns boolean
language sql stable as $$
  select exists (select from payslips s cross join lateral jsonb_array_elements(s.incomes) line
    where s.organization_id = org and s.employee_id = employee and s.frozen and not s.void
      and (line ->> 'id' = item::text or line ->> 'id' like 'arrears % ' || item))
$$;

-- Whether an item that was recorded for a payslip since is by now what that payslip paid of it: it was
-- put back. To the cent, so a month that was paid in part is none; nor one that was paid arrears of it.
create or replace function is_put_back(org uuid, employee uuid, item uuid, slip uuid)
returns boolean language sql stable as $$
  select coalesce((select
      coalesce(paid.lines, '[]') = case when c.amount = 0 or c."from" > s.month or c."to" < s.month
        then '[]' else jsonb_build_array(jsonb_build_array(c.amount, c.taxable, c.one_off)) end
      and not exists (select from payslips o cross join lateral arrears_in(o.input) a
        where o.organization_id = org and o.employee_id = employee and o.frozen and not o.void
          and a ->> 'month' = s.month
          and a -> 'pay' @> jsonb_build_array(jsonb_build_object('item', item)))
    from item_changes c join payslips s on s.organization_id = org and s.id = slip
    cross join lateral (select jsonb_agg(jsonb_build_array((line ->> 'amount')::numeric / 100,
          (line ->> 'taxable')::boolean, (line ->> 'one_off')::boolean)) as lines
      from jsonb_array_elements(s.incomes) line where line ->> 'id' = item::text) paid
    where c.organization_id = org and c.employee_id = employee and c.item_id = item
      and slip = any (c.late_for) and not c.ended
    order by c.number desc limit 1), false)
$$;

-- Whether months that an item was recorded for are not paid so yet, whatever was recorded for later ones
-- since. One that was reversed and made again since has it.
drop function if exists since_is_unpaid(uuid, uuid, uuid, text);
create or replace function is_unpaid_late(org uuid, employee uuid, item uuid)
returns boolean language sql stable as $$
  select exists (select from arrears k where k.organization_id = org and k.employee_id = employee
    and k.status = 'draft'
    and exists (select from item_changes c join payslips s
        on s.organization_id = org and s.id = any (c.late_for)
      where c.organization_id = org and c.employee_id = employee and c.item_id = item
        and s.month = k.month and s.frozen and not s.void and not is_put_back(org, employee, item, s.id))
    -- What was paid of the month since had all of it.
    and not exists (select from arrears d join payslips s
        on s.organization_id = d.organization_id and s.id = d.payslip_id and not s.void
      join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
      where d.organization_id = org and d.employee_id = employee
        and d.month = k.month and d.status = 'paid' and p.confirmed_at >= (
          select max(c.created_at) from item_changes c
          where c.organization_id = org and c.employee_id = employee
            and c.item_id = item and c.late_for <> '{}')))
$$;

-- Months that an item was recorded for, and that are not paid so yet, are not left out by no month at
-- all or by deleting it: what was recorded for them would be paid all the same, and nobody would see it.
-- A later month says nothing of them, and is only taken from somebody who says that they stay.
create or replace procedure refuse_unpaid_since(gone jsonb)
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from jsonb_to_recordset(gone) as g (organization_id uuid, employee_id uuid, id uuid,
        since text, next text, ended boolean)
      where g.since is not null and (g.ended or g.next is null)
        and (not g.ended or is_paid_by_any(g.organization_id, g.employee_id, g.id))
        and is_unpaid_late(g.organization_id, g.employee_id, g.id)) then
    raise exception 'what was recorded for these months is not paid yet'
      using errcode = 'check_violation', constraint = 'items_since_unpaid';
  end if;
  if exists (select from jsonb_to_recordset(gone) as g (organization_id uuid, employee_id uuid,
        since text, next text)
      where g.next > g.since and not exists (select from payslips s
        where s.organization_id = g.organization_id and s.employee_id = g.employee_id
          and s.month >= g.since and s.frozen and not s.void and not s.extra)) then
    raise exception 'from this month on it is something else already'
      using errcode = 'check_violation', constraint = 'items_since_to_come';
  end if;
end $$;

-- Paid under the same name as another item, as its arrears or by a correction, and be that still a
-- draft, it would be paid again.
create or replace procedure refuse_paid_otherwise(rows jsonb)
language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from jsonb_to_recordset(rows) as c (organization_id uuid, employee_id uuid, id uuid,
        since text, name text)
      join payslips s on s.organization_id = c.organization_id and s.employee_id = c.employee_id
        and s.month >= c.since and (s.frozen or s.corrects is not null) and not s.void
      where exists (select from jsonb_array_elements(s.incomes) line
          where lower(line ->> 'name') = lower(c.name) and line ->> 'id' <> c.id::text)
        or exists (select from correction_lines l where l.organization_id = s.organization_id
          and l.payslip_id = s.id and l.key like 'added %' and lower(l.name) = lower(c.name))
        -- Few have two items of one name: only theirs are worked out.
        or s.frozen and not s.extra and exists (select from item_changes k
          where k.organization_id = s.organization_id and k.employee_id = s.employee_id
            and lower(k.name) = lower(c.name) and k.item_id <> c.id) and exists (
          select from json_to_recordset(late_items(s.organization_id, s.employee_id, s.month))
            as other (id uuid, name text, amount bigint)
          where lower(other.name) = lower(c.name) and other.id <> c.id and other.amount <> 0)) then
    raise exception 'paid by that name in one of these months'
      using errcode = 'check_violation', constraint = 'items_since_paid';
  end if;
end $$;

-- A run that is being confirmed is waited for: it has not seen the change.
create or replace function record_item_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- Claimed and paid, an income is what it was.
  quiet constant text[] := array['status', 'payslip_id', 'description'];
  rows jsonb;
  gone jsonb;
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
  if TG_OP <> 'INSERT' then
    select jsonb_agg(to_jsonb(r) || jsonb_build_object('ended', a.id is null, 'next', a.since)) into gone
    from removed r left join jsonb_to_recordset(case when TG_OP = 'UPDATE' then rows end)
      as a (id uuid, since text) on a.id = r.id
    where TG_OP = 'DELETE' or a.id is not null;
  end if;
  -- Of what is gone or moved too: whether it was ever paid is known when that run is. A correction of
  -- these months holds their run while it is begun.
  perform from (select distinct p.id
      from jsonb_to_recordset(coalesce(rows, '[]') || coalesce(gone, '[]')) as c (organization_id uuid,
        employee_id uuid, since text)
      join payslips s on s.organization_id = c.organization_id and s.employee_id = c.employee_id
        and s.month >= c.since and not s.void
        and (not s.extra or s.leaving_id is not null and not s.frozen)
      join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
      order by 1) run
    cross join lateral (select from payrolls r where r.id = run.id for share) held;
  if TG_OP <> 'INSERT' then call refuse_unpaid_since(gone); end if;
  if TG_OP <> 'DELETE' then call refuse_paid_otherwise(rows); end if;
  insert into item_changes (organization_id, employee_id, item_id, list, since, late_for, name, amount,
    taxable, one_off, type, "from", "to", ended)
  select c.organization_id, c.employee_id, c.id, TG_TABLE_NAME, c.since, coalesce((
      select array_agg(s.id order by s.month) from payslips s
      where s.organization_id = c.organization_id and s.employee_id = c.employee_id
        and s.month >= c.since and s.frozen and not s.void and not s.extra),
      case when c.ended then (select array_agg(distinct late) from item_changes k
          cross join lateral unnest(k.late_for) late
        where k.organization_id = c.organization_id and k.employee_id = c.employee_id
          and k.item_id = c.id) end, '{}'),
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
      'amount', case when h.gone and not is_paid_by_any(org, employee, h.item_id)
          or h."from" > in_month or h."to" < in_month then 0
        else (h.amount * 100)::bigint end,
      'taxable', h.taxable, 'one_off', h.one_off, 'type', h.type,
      'by_days', h.list = 'allowances',
      'agreed', (select json_agg((k.amount * 100)::bigint order by k.number desc) from item_changes k
        where k.organization_id = org and k.employee_id = employee and k.item_id = h.item_id))
    order by h.first)
  from (select distinct on (c.item_id) c.*, min(c.number) over (partition by c.item_id) as first,
      bool_or(c.ended) over (partition by c.item_id) as gone
    from item_changes c where c.organization_id = org and c.employee_id = employee
      and c.late_for @> array[(select s.id from payslips s where s.organization_id = org
        and s.employee_id = employee and s.month = in_month and s.frozen and not s.void
        and not s.extra)]
    order by c.item_id, c.ended, c.number desc) h
$$;

-- What an item with effect from a later month was in one before.
create or replace function item_then(org uuid, who uuid, item uuid, in_month text)
returns table (name text, amount numeric, taxable boolean, type text, "from" date, "to" date)
language sql stable as $$
  select c.name, c.amount, c.taxable, c.type, (c."from" || '-01')::date, (c."to" || '-01')::date
  from item_changes c where c.organization_id = org and c.employee_id = who and c.item_id = item
    and (c.since is null or c.since <= in_month)
  order by c.number desc limit 1
$$;

-- Pay items of somebody as they are in a month. The planner takes these as part of what asks.
create or replace function allowances_in(org uuid, who uuid, in_month text)
returns table (id uuid, created_at timestamptz, name text, amount numeric, taxable boolean, type text)
language sql stable as $$
  select a.id, a.created_at, a.name, a.amount, a.taxable, a.type from allowances a
  where a.organization_id = org and a.employee_id = who and (a.since is null or a.since <= in_month)
  union all
  select a.id, a.created_at, h.name, h.amount, h.taxable, h.type
  from allowances a cross join lateral item_then(org, who, a.id, in_month) h
  where a.organization_id = org and a.employee_id = who and a.since > in_month
$$;

create or replace function incomes_in(org uuid, who uuid, in_month text)
returns table (id uuid, created_at timestamptz, name text, amount numeric, taxable boolean,
  one_off boolean, status text, "from" date, "to" date)
language sql stable as $$
  select a.id, a.created_at, a.name, a.amount, a.taxable, a.one_off, a.status, a."from", a."to"
  from recur_incomes a
  where a.organization_id = org and a.employee_id = who and (a.since is null or a.since <= in_month)
  union all
  select a.id, a.created_at, h.name, h.amount, h.taxable, false, 'draft', h."from", h."to"
  from recur_incomes a cross join lateral item_then(org, who, a.id, in_month) h
  where a.organization_id = org and a.employee_id = who and a.since > in_month
$$;

call as_platform('record_item_changes()');
grant execute on function late_items(uuid, uuid, text), is_paid_by_any(uuid, uuid, uuid),
  is_put_back(uuid, uuid, uuid, uuid), is_unpaid_late(uuid, uuid, uuid), item_then(uuid, uuid, uuid, text),
  allowances_in(uuid, uuid, text), incomes_in(uuid, uuid, text)
  to mshahara_app, mshahara_platform;
grant execute on procedure refuse_unpaid_since(jsonb), refuse_paid_otherwise(jsonb) to mshahara_platform;
