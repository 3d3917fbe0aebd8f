-- Who decides about a leave, step by step, and in whose place.

-- Whoever cannot sign in, or has left the payroll, decides nothing. Staff keep the role that they
-- were given until somebody takes it, whatever their own contract says.
create or replace function decides_leave(org uuid, who uuid) returns boolean
language sql stable as $$
  select exists (select from memberships m where m.organization_id = org and m.user_id = who
    and m.status = 'active' and not exists (select from employees gone
      where gone.organization_id = org and gone.id = m.employee_id
        and (gone.status = 'terminated' or m.role = 'employee' and has_left(gone.termination_date,
          (app_now() at time zone 'Africa/Nairobi')::date))))
$$;

-- Whose entries somebody may decide on a day: their own, and of those in whose place they stand;
-- delegations may go round.
create or replace function leave_places(org uuid, who uuid, today date) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive standing (id) as (
    select who where asked_about(org) is not null
    union
    select d.user_id from leave_delegations d join standing s on d.delegate_id = s.id
    where d.organization_id = org and today between d."from" and d."to")
  select id from standing
$$;

-- Who decides about somebody's leave after a level; null from the start (C7). 4 acts first, then 3, 2
-- and 1; each place of an approver is empty or the applicant's. Nobody: that was the last word. Where
-- no level has anybody, the primary users are the only one (0).
create or replace function leave_step(org uuid, applicant uuid, after int)
returns table (level int, user_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  with able as (
    select m.user_id, m.role, m.created_at from memberships m
    where m.organization_id = org and asked_about(org) is not null
      and decides_leave(org, m.user_id) and m.employee_id is distinct from applicant),
  appointed as (
    select a.level, a.user_id, min(a.created_at) as since from leave_approvers a
    join able on able.user_id = a.user_id
    join employees e on e.organization_id = org and e.id = applicant
    where a.organization_id = org and coalesce(a.work_station_id = e.work_station_id,
        a.work_station_id is null)
      and coalesce(a.department_id = e.department_id, a.department_id is null)
      and coalesce(a.designation_id = e.designation_id, a.designation_id is null)
    group by a.level, a.user_id),
  later as (
    select * from appointed a where after is null or a.level < after
    union all
    select 0, p.user_id, p.created_at from able p
    where after is null and p.role = 'primary' and not exists (select from appointed))
  select l.level, l.user_id from later l where l.level = (select max(m.level) from later m)
  order by l.since, l.user_id
$$;

create or replace function is_applicant(org uuid, request uuid, who uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from leave_requests r join memberships m
      on m.organization_id = r.organization_id and m.employee_id = r.employee_id
    where r.organization_id = org and r.id = request and m.user_id = who)
$$;

-- Somebody whose turn it was has just said so, in this very transaction.
create or replace function leave_answered(org uuid, request uuid, turn int, outcomes text[])
returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from leave_approvals a where a.organization_id = org
    and a.request_id = request and a.level = turn and a.status = any (outcomes)
    and a.decided_by = bound_user() and is_of_now(a.xmin))
$$;

-- Whoever is asked is of the level whose turn begins; and only they, or who stands in, answer. A
-- primary user puts it before somebody else. What belongs to neither stays.
create or replace function guard_leave_approval() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := new.organization_id;
  said text[] := case new.status when old.status then '{user_id,reminded_at,created_at}'::text[]
    when 'approved' then '{status,comments,decided_by,decided_at}'
    when 'rejected' then '{status,comments,decided_by,decided_at}' else '{status}' end;
  turn int;
  state text;
  applicant uuid;
  begins boolean;
begin
  if acts_by_itself() then return new; end if;
  select r.level, r.status, r.employee_id, is_of_now(r.xmin) into turn, state, applicant, begins
    from leave_requests r where r.organization_id = org and r.id = new.request_id;
  if TG_OP = 'INSERT' then
    if new.status <> 'pending' or new.level is distinct from turn or begins is not true
      or not exists (
        select from leave_step(org, applicant, nullif(new.level, 0) + 1) s
        where s.level = new.level and s.user_id = new.user_id) then
      perform refuse_decision('a leave');
    end if;
    return new;
  end if;
  if to_jsonb(new) - said <> to_jsonb(old) - said
    or new.status = old.status and (new.status <> 'pending' or not bound_is_primary()
      or is_applicant(org, new.request_id, new.user_id)) then
    perform refuse_decision('a leave');
  end if;
  if new.status = old.status then return new; end if;
  if old.status <> 'pending' or not (case
      when new.status in ('approved', 'rejected') then
        state = 'pending' and old.level = turn and new.decided_by = bound_user()
        and not is_applicant(org, new.request_id, bound_user())
        and old.user_id in (select leave_places(org, bound_user(),
          (app_now() at time zone 'Africa/Nairobi')::date))
      -- Nobody else need answer: the level is done, or the request is.
      else state <> 'pending'
        or leave_answered(org, new.request_id, old.level, '{approved,rejected}') end) then
    perform refuse_decision('a leave');
  end if;
  return new;
end $$;

-- Whoever may confirm a payroll is doing so in this very transaction, and it pays this leaver.
create or replace function pays_last(org uuid, leaver uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select bound_may_or_operator('approve payrolls') and exists (select from payslips p
    join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
    where p.organization_id = org and p.employee_id = leaver and p.frozen and not p.void
      and not p.extra and p.month = to_char(e.termination_date, 'YYYY-MM') and is_of_now(p.xmin))
$$;

-- And so are final dues that pay leave, as they are confirmed: no more days than they pay.
create or replace function pays_leave_finally(org uuid, leaver uuid, days numeric) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select bound_may_or_operator('approve payrolls') and exists (select from payslips p
    join leavings l on l.organization_id = p.organization_id and l.id = p.leaving_id
    where p.organization_id = org and p.employee_id = leaver and p.frozen and not p.void
      and pays_leave_finally.days <= l.leave_days and p.incomes @> '[{"type": "leave", "dues": true}]'
      and is_of_now(p.xmin))
$$;
call as_platform('pays_leave_finally(uuid, uuid, numeric)');

-- One level after the other, each by an answer; approved by the last of them, or by a type that asks
-- nobody. Given up before it begins by whoever asked or keeps the records, and undecided by the run
-- that pays somebody last. What an act does not say stays, and whoever decides is named.
create or replace function guard_leave_request() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := new.organization_id;
  own boolean := new.employee_id is not distinct from bound_employee();
  keeps boolean := bound_may_or_operator('edit leaves');
  said text[] := case new.status when old.status then '{level,days}'::text[]
    when 'cancelled' then '{status,level,left_undecided}' else
    '{status,level,decided_by,decided_name,decided_at,rejection_reason,paid_share,full_pay_days}'
    end;
  next int;
  allowed boolean;
begin
  if acts_by_itself() then return new; end if;
  if TG_OP = 'INSERT' then
    if new.status <> 'pending' or new.level is not null
      or new.created_by is distinct from bound_user()
      or (new.decided_by, new.decided_name, new.left_undecided, new.paid_share)
        is distinct from (null::uuid, null::text, null::text, null::int)
      or not (own or keeps or bound_may_or_operator('create leaves')) then
      perform refuse_decision('a leave');
    end if;
    return new;
  end if;
  if to_jsonb(new) - said <> to_jsonb(old) - said
    or new.days <> old.days and not keeps then
    perform refuse_decision('a leave');
  end if;
  if (new.status, new.level) is distinct from (old.status, old.level) then
    select s.level into next from leave_step(org, old.employee_id, old.level) s limit 1;
  end if;
  if new.status = old.status then
    allowed := case when new.level is not distinct from old.level then keeps
      else new.level = next and old.status = 'pending'
        and (old.level is null or leave_answered(org, old.id, old.level, '{approved}')) end;
  else
    allowed := new.level is null and (case new.status
      when 'cancelled' then
        (own or keeps) and (old.status = 'pending' or old.status = 'approved'
          and old.start_date > (app_now() at time zone 'Africa/Nairobi')::date)
        or old.status = 'pending' and new.left_undecided = 'to tell'
          and pays_last(org, old.employee_id)
      when 'rejected' then
        old.status = 'pending' and leave_answered(org, old.id, old.level, '{rejected}')
      when 'approved' then old.status = 'pending' and exists (select from leave_types t
        where t.organization_id = org and t.id = old.leave_type_id
          and (new.paid_share, new.full_pay_days) is not distinct from
            (case when t.is_paid then t.paid_share else 0 end,
              case when t.is_paid then t.full_pay_days end)
          and (not t.requires_approval
            or next is null and leave_answered(org, old.id, old.level, '{approved}')))
      else false end);
  end if;
  if not coalesce(allowed, false) then perform refuse_decision('a leave'); end if;
  if new.status in ('approved', 'rejected') and new.status <> old.status then
    new.decided_by := bound_user();
    new.decided_name := name_of(bound_user());
  end if;
  return new;
end $$;

-- Only one's own place is given to somebody else, and only one's own calendar has an address.
create or replace function guard_delegation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and (TG_OP <> 'DELETE' and new.user_id is distinct from bound_user()
      or TG_OP <> 'INSERT' and old.user_id is distinct from bound_user()) then
    perform refuse_decision(TG_TABLE_NAME::text);
  end if;
  return case TG_OP when 'DELETE' then old else new end;
end $$;

call for_requests('decides_leave(uuid, uuid)', 'leave_places(uuid, uuid, date)',
  'leave_step(uuid, uuid, int)');
call as_platform('is_applicant(uuid, uuid, uuid)', 'leave_answered(uuid, uuid, int, text[])',
  'pays_last(uuid, uuid)', 'guard_leave_approval()', 'guard_leave_request()',
  'guard_delegation()');
