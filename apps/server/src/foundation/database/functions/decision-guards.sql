-- What people decide about each other: a guarantor's consent, a loan, a leave. Whoever writes
-- statements as the application, in anybody's session, decides no more than that person may.

create or replace function refuse_decision(what text) returns void language plpgsql as $$
begin
  raise exception 'not theirs to decide: %', what using errcode = 'insufficient_privilege',
    constraint = 'decisions_guarded';
end $$;

-- Work that goes by the clock, in nobody's name and on no request.
create or replace function acts_by_itself() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select bound_user() is null and session_user <> 'mshahara_app'
$$;

create or replace function bound_employee() returns uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select m.employee_id from memberships m where m.organization_id = bound_org()
    and m.user_id = bound_user() and m.status = 'active'
$$;

create or replace function bound_is_operator() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users u where u.id = bound_user() and u.super_admin)
$$;

create or replace function bound_is_primary() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select bound_is_operator() or exists (select from memberships m
    where m.organization_id = bound_org() and m.user_id = bound_user() and m.status = 'active'
      and m.role = 'primary')
$$;

-- Nobody has the say about their own money where somebody else could: another member who holds the
-- right. Of a loan (null) somebody else always can, in the end whoever runs the platform.
create or replace function somebody_else_must(whom uuid, permission text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(whom = bound_employee(), false) and (permission is null or exists (
    select from members_who_may(bound_org(), permission) m where m <> bound_user()))
$$;

-- ---------------------------------------------------------------- loans

-- A primary user does; whoever runs the platform only where the borrower is the one there is.
create or replace function has_say_about_loans_of(borrower uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select bound_is_primary() and not (bound_is_operator() and exists (select from memberships m
    where m.organization_id = bound_org() and m.status = 'active' and m.role = 'primary'
      and m.employee_id is distinct from borrower))
$$;

create or replace function decides_loan_of(borrower uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select has_say_about_loans_of(borrower) and not somebody_else_must(borrower, null)
$$;

create or replace function guard_loan() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if acts_by_itself() then return new; end if;
  if TG_OP = 'INSERT' then
    if new.status <> 'pending' or new.employee_id is distinct from bound_employee() then
      perform refuse_decision('a loan');
    end if;
    -- What is asked for is what the product gives, now and to this person.
    if not is_loan_of_product(new.product_id, new.code, new.product, new.owed_to,
        new.guarantors_needed, new.term_months, new.rate, new.processing_fee, new.insurance_fee,
        new.amount, new.interest, new.total, new.monthly)
      or new.owed_to = 'lender'
        and new.amount > maximum_loan(new.organization_id, new.employee_id, new.term_months)
      or new.tops_up is not null and not exists (select from loans t
        where t.organization_id = new.organization_id and t.id = new.tops_up
          and (t.employee_id, t.code) = (new.employee_id, new.code) and t.outstanding > 0)
      or least(new.created_at, new.accepted_at) < app_now() - interval '1 hour'
      or greatest(new.created_at, new.accepted_at) > app_now()
      or new.claim_told_at is not null then
      perform refuse_decision('the terms of a loan');
    end if;
    return new;
  end if;
  if new.status = old.status then
    if (new.disbursed_on, new.first_month, new.claim_told_at, new.comments, new.approved_at,
          new.rejection_reason, new.withdrawn_at)
        is distinct from (old.disbursed_on, old.first_month, old.claim_told_at, old.comments,
          old.approved_at, old.rejection_reason, old.withdrawn_at)
      and not decides_loan_of(old.employee_id) then
      perform refuse_decision('a loan');
    end if;
    return new;
  end if;
  if not (case new.status when 'withdrawn' then coalesce(old.employee_id = bound_employee(), false)
      when 'rejected' then has_say_about_loans_of(old.employee_id)
      else decides_loan_of(old.employee_id) end) then
    perform refuse_decision('a loan');
  end if;
  if new.status = 'approved' and old.guarantors_needed > (select count(*) from loan_guarantors g
      where g.organization_id = old.organization_id and g.loan_id = old.id
        and g.status = 'approved' and g.employee_id <> old.employee_id) then
    perform refuse_decision('a loan without its guarantors');
  end if;
  if new.status = 'approved' and old.owed_to = 'employer' and exists (select from payslips p
      where p.organization_id = old.organization_id and p.employee_id = old.employee_id
        and p.frozen and not p.void and p.month = to_char(least(new.disbursed_on,
          (app_now() at time zone 'Africa/Nairobi')::date), 'YYYY-MM')) then
    perform refuse_decision('an advance of pay that is confirmed');
  end if;
  return new;
end $$;

create or replace function guard_loan_instalment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_loan loan_instalments := coalesce(new, old);
begin
  if not acts_by_itself() and not exists (select from loans l
      where l.organization_id = of_loan.organization_id and l.id = of_loan.loan_id
        and decides_loan_of(l.employee_id)) then
    perform refuse_decision('a loan');
  end if;
  return of_loan;
end $$;

-- Only the guarantor consents or refuses; only the applicant asks, and asks others.
create or replace function guard_guarantor() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if acts_by_itself() then return new; end if;
  if TG_OP = 'INSERT' then
    if new.status <> 'pending' or new.employee_id = bound_employee()
      or not exists (select from loans l
        where l.organization_id = new.organization_id and l.id = new.loan_id
          and l.employee_id = bound_employee()) then
      perform refuse_decision('a guarantor');
    end if;
    return new;
  end if;
  if (new.loan_id, new.employee_id) is distinct from (old.loan_id, old.employee_id)
    or old.employee_id is distinct from bound_employee() or old.status <> 'pending' then
    perform refuse_decision('a guarantor');
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------- leave

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
      and p.month = to_char(e.termination_date, 'YYYY-MM') and is_of_now(p.xmin))
$$;

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

-- For whoever has one of these rights.
create or replace function guard_right() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and not exists (
      select from unnest(TG_ARGV) right_of where bound_may_or_operator(right_of)) then
    perform refuse_decision(TG_TABLE_NAME::text);
  end if;
  return case TG_OP when 'DELETE' then old else new end;
end $$;

create or replace function guard_reversal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and not bound_is_primary() then
    perform refuse_decision('a reversal');
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

call as_platform('refuse_decision(text)', 'acts_by_itself()', 'bound_employee()',
  'bound_is_operator()', 'bound_is_primary()', 'is_applicant(uuid, uuid, uuid)',
  'leave_answered(uuid, uuid, int, text[])', 'pays_last(uuid, uuid)', 'guard_loan()',
  'decides_loan_of(uuid)', 'guard_loan_instalment()', 'guard_guarantor()',
  'guard_right()', 'guard_reversal()', 'guard_delegation()', 'guard_leave_approval()',
  'guard_leave_request()');
call for_requests('somebody_else_must(uuid, text)', 'has_say_about_loans_of(uuid)',
  'decides_leave(uuid, uuid)', 'leave_places(uuid, uuid, date)', 'leave_step(uuid, uuid, int)');
