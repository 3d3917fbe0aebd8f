-- A second pair of eyes (B29). Asked of the database, so that a guard and a handler never see it
-- differently, and whoever writes statements as the application goes round nothing.

-- The right of a call: a permission, or to be the primary user. Whoever runs the platform is no
-- insider.
create or replace function members_with(org uuid, needs text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select m.user_id from memberships m join users u on u.id = m.user_id
  where m.organization_id = org and asked_about(org) is not null and m.status = 'active'
    and not u.super_admin and case needs when 'primary' then m.role = 'primary'
      else grants_right(m.role, m.permissions, needs) end
$$;

-- Which rights an act can be called with: people and casual workers are edited by different ones.
create or replace function rights_of_act(act text) returns text[] language sql immutable as $$
  select case act
    when 'confirming' then array['approve payrolls']
    when 'reversal' then array['primary']
    when 'salary' then array['edit employees', 'edit casuals']
    when 'payee' then array['edit employees', 'edit casuals']
    when 'joining' then array['create employees', 'create casuals', 'edit employees', 'edit casuals']
    when 'items' then array['edit employees', 'edit payrolls'] end
$$;

-- Nobody proposes, or agrees to, what is about an employee with the right to edit casual workers.
create or replace function is_right_for(needs text, act text, org uuid, subject uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select case when act in ('salary', 'payee') or act = 'joining' and needs like 'edit %'
    then needs = case when exists (select from casuals c where c.organization_id = org
      and c.id = subject) then 'edit casuals' else 'edit employees' end
    else coalesce(needs = any (rights_of_act(act)), false) end
$$;

create or replace function rights_checked() returns setof text language sql immutable as $$
  values ('approve payrolls'), ('create casuals'), ('create employees'), ('edit casuals'),
    ('edit employees'), ('edit payrolls'), ('primary')
$$;

-- Those of acts that few ask for are followed where they do: nobody hears of the others.
create or replace function is_followed(org uuid, needed text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select needed not in ('create casuals', 'create employees', 'edit payrolls')
    or exists (select from unnest('{joining,items}'::text[]) act
      where needed = any (rights_of_act(act)) and second_asked_for(org, act))
$$;

-- ---------------------------------------------------------------- whose word counts (C20)

-- What weakens the second person and does not count yet: a day has not passed, or somebody has objected
-- and nobody agreed since.
create or replace function waiting_checker_changes(org uuid)
returns table (id uuid, kind text, user_id uuid, needs text, was jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.kind, c.user_id, c.needs, c.was from checker_changes c
  where c.organization_id = org and c.withdrawn_at is null and c.agreed_at is null
    and asked_about(org) is not null
    and (c.objected_at is not null or asked_about(org) < c.made_at + interval '24 hours')
$$;

-- Where nobody's right counts and nobody has just lost it, there is nobody to wait for.
create or replace function counting_checkers(org uuid, needed text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  with waiting as (select * from waiting_checker_changes(org) c where c.needs = needed),
    holders as (select h as user_id from members_with(org, needed) h),
    settled as (select h.user_id from holders h where not exists (
      select from waiting w where w.kind = 'joined' and w.user_id = h.user_id))
  select s.user_id from settled s
  union all
  select h.user_id from holders h where not exists (select from settled)
    and not exists (select from waiting w where w.kind = 'left')
$$;

create or replace function checkers_for_rule(org uuid, needed text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select * from counting_checkers(org, needed)
  union
  select c.user_id from waiting_checker_changes(org) c where c.kind = 'left' and c.needs = needed
$$;

create or replace function may_check(org uuid, who uuid, needed text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from counting_checkers(org, needed) c where c = who)
$$;

-- What is set, and what was set before a change that does not count yet.
create or replace function rules_in_force(org uuid) returns setof jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select to_jsonb(s) from maker_checker_settings s
  where s.organization_id = org and asked_about(org) is not null
  union all
  select c.was from waiting_checker_changes(org) c where c.kind = 'rule'
$$;

-- Where the number of those who may approve decides, whoever has joined them too lately to count
-- does not act alone either.
create or replace function second_asked_for(org uuid, act text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(bool_or(case act
    when 'confirming' then coalesce((rule ->> 'confirming')::boolean, (
      select count(*) > 1 from checkers_for_rule(org, 'approve payrolls'))
      or exists (select from waiting_checker_changes(org) c where c.kind = 'joined'
        and c.needs = 'approve payrolls' and c.user_id = bound_user()))
    when 'items' then rule ->> 'items_above' is not null
    else (rule ->> act)::boolean end), true)
  from rules_in_force(org) rule
$$;

-- What pay items of one person and month may come to before somebody else is asked; null: any amount.
create or replace function items_limit(org uuid) returns numeric
language sql stable security definer set search_path = public, pg_temp as $$
  select min((rule ->> 'items_above')::numeric) from rules_in_force(org) rule
$$;

create or replace function hold_checkers(org uuid) returns void language sql as $$
  select from maker_checker_settings s where s.organization_id = org for update
$$;

-- Whoever comes back before their leaving counted never left. The first waits for nobody.
create or replace function note_checker(org uuid, whom uuid, needed text, holds boolean, maker uuid)
returns void language plpgsql as $$
declare
  back boolean;
  counted boolean := may_check(org, whom, needed);
begin
  if not is_followed(org, needed) then return; end if;
  perform hold_checkers(org);
  update checker_changes c set withdrawn_at = app_now() where c.organization_id = org
    and c.kind = case when holds then 'left' else 'joined' end and c.needs = needed
    and c.id in (select w.id from waiting_checker_changes(org) w where w.user_id = whom);
  back := found;
  if holds and not back and exists (select from checkers_for_rule(org, needed))
    or not holds and counted then
    perform note_checker_change(org, case when holds then 'joined' else 'left' end, whom, needed,
      null, maker);
  end if;
end $$;

create or replace function grants_call(role text, extra text[], needs text) returns boolean
language sql stable as $$
  select case needs when 'primary' then role = 'primary' else grants_right(role, extra, needs) end
$$;

-- On every road to a membership, before the right is there or gone. An invitation is the act of whoever
-- gave the role: they do not agree to it as somebody else.
create or replace function follow_checkers() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  needed text;
  held boolean;
  holds boolean;
  another boolean := TG_OP = 'UPDATE' and new.user_id <> old.user_id;
  giver uuid := case when TG_OP = 'UPDATE' and old.status = 'invited' then old.granted_by
    else bound_user() end;
begin
  for needed in select * from rights_checked() order by 1 loop
    held := TG_OP <> 'INSERT' and old.status = 'active'
      and grants_call(old.role, old.permissions, needed);
    holds := TG_OP <> 'DELETE' and new.status = 'active'
      and grants_call(new.role, new.permissions, needed);
    if held and (not holds or another) then
      perform note_checker(old.organization_id, old.user_id, needed, false, bound_user());
    end if;
    if holds and (not held or another) then
      perform note_checker(new.organization_id, new.user_id, needed, true, giver);
    end if;
  end loop;
  return coalesce(new, old);
end $$;

create or replace function follow_operators_checking() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_checker(m.organization_id, new.id, n, not new.super_admin, bound_user())
  from memberships m, rights_checked() n where m.user_id = new.id and m.status = 'active'
    and grants_call(m.role, m.permissions, n) order by m.organization_id, n;
  return new;
end $$;

create or replace function is_weaker(given jsonb, than jsonb)
returns boolean language sql immutable as $$
  select strength_of((given ->> 'confirming')::boolean)
      < strength_of((than ->> 'confirming')::boolean)
    or exists (select from jsonb_each(than) was where was.key not in ('confirming')
      and was.value = 'true' and given -> was.key = 'false')
    or coalesce((given ->> 'items_above')::numeric, 'infinity')
      > coalesce((than ->> 'items_above')::numeric, 'infinity')
$$;

create or replace function follow_checked_acts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update checker_changes c set withdrawn_at = app_now()
  where c.organization_id = new.organization_id and c.kind = 'rule'
    and not is_weaker(to_jsonb(new), c.was)
    and c.id in (select w.id from waiting_checker_changes(new.organization_id) w);
  -- Where one alone may approve and never was another, nobody is left out.
  if is_weaker(to_jsonb(new), to_jsonb(old)) and (
    is_weaker(to_jsonb(new) || '{"confirming": true}', to_jsonb(old)) or old.confirming
    or 1 < (select count(*) from (
      select checkers_for_rule(new.organization_id, 'approve payrolls')
      union select members_with(new.organization_id, 'approve payrolls')) h)) then
    perform note_checker_change(new.organization_id, 'rule', null, null, to_jsonb(old), bound_user());
  end if;
  return null;
end $$;

-- The application's own role changes the rules only for somebody of the organisation who may.
create or replace function guard_checked_acts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not bound_may('edit organization') then
    perform refuse_decision('the rules of the second person');
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------- what waits

create or replace function refuse_unchecked(why text) returns void language plpgsql as $$
begin
  raise exception '%', why using errcode = 'insufficient_privilege',
    constraint = 'second_person_missing';
end $$;

-- Made in one's own name, and decided by somebody else who may do it themselves and whose own pay
-- it is not. Nothing else about it ever changes.
create or replace function guard_proposal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  me uuid := bound_user();
  decision constant text[] := '{state,checked_by,checker,decided_at,reason}';
begin
  if TG_OP = 'INSERT' then
    if new.made_by is distinct from me or new.state <> 'waiting' or new.told_at is not null
      or not (me in (select members_with(new.organization_id, new.needs)) or bound_is_operator())
      or exists (select from unnest(new.acts) act
        where not is_right_for(new.needs, act, new.organization_id, new.subject_id)) then
      perform refuse_unchecked('this cannot be proposed');
    end if;
    new.made_at := app_now();
    new.lapses_at := least(new.lapses_at, app_now() + interval '7 days');
    return new;
  end if;
  if to_jsonb(new) - decision - 'listed' <> to_jsonb(old) - decision - 'listed' or old.state <> 'waiting'
    or new.checked_by is distinct from
      (case when new.state in ('agreed', 'sent back') then me end)
    or (case new.state
      when 'withdrawn' then me is distinct from old.made_by
      when 'lapsed' then old.lapses_at > app_now()
      when 'sent back' then me = old.made_by
        or not me in (select members_with(old.organization_id, old.needs))
      when 'agreed' then me = old.made_by or old.lapses_at <= app_now()
        or not may_check(old.organization_id, me, old.needs)
        -- Nobody brings a login of their own that asks, and agrees to it.
        or not (may_check(old.organization_id, old.made_by, old.needs)
          or exists (select from users u where u.id = old.made_by and u.super_admin))
        or not (old.needs = 'primary' or bound_may(old.needs))
        or coalesce(bound_employee() = any (old.people), false)
      when 'void' then me is distinct from old.made_by
        and not me in (select members_with(old.organization_id, old.needs))
      else true end) then
    perform refuse_unchecked('they are not the second person');
  end if;
  new.decided_at := app_now();
  return new;
end $$;

create or replace function keep_proposal() returns trigger language plpgsql as $$
declare
  -- What is generated is not there yet.
  kept constant text[] := '{told_at,listed}';
begin
  if TG_OP = 'DELETE' or old.state <> 'waiting' and (to_jsonb(new) - kept)
      <> (to_jsonb(old) - kept) then
    raise exception 'a proposal is kept' using errcode = 'check_violation',
      constraint = 'proposals_kept';
  end if;
  return new;
end $$;

-- By this very transaction, so that what was agreed to long ago permits nothing again.
create or replace function agreed_now(org uuid, act text, subject uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from proposals p where p.organization_id = org and act = any (p.acts)
    and p.state = 'agreed' and is_of_now(p.xmin) and p.subject_id is not distinct from subject)
$$;

-- ---------------------------------------------------------------- payrolls

-- What the log will say of a run when it is confirmed, while it is still a draft: its figures, and
-- what they were made from.
create or replace function run_digest(run uuid) returns text language sql stable as $$
  select digest_of(string_agg(digest_when_frozen(s), '' order by s.id)) from payslips s
  where s.payroll_id = run
$$;

-- Other figures are another run: whoever agreed to these has not seen those.
create or replace function void_proposals_of_run() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'DELETE' or (new.version, new.status, new.calculated_at, new.job_id)
      is distinct from (old.version, old.status, old.calculated_at, old.job_id) then
    update proposals p set state = 'void', decided_at = app_now()
    where p.organization_id = old.organization_id and p.subject_id = old.id
      and p.state = 'waiting';
  end if;
  return null;
end $$;

-- What a correction or final dues pay is entered line by line: whoever asks for somebody else for a
-- salary or for pay items asks for them there, too.
create or replace function confirming_needs_second(org uuid, kind text) returns boolean
language sql stable as $$
  select second_asked_for(org, 'confirming') or kind in ('correction', 'final')
    and (second_asked_for(org, 'salary') or second_asked_for(org, 'items'))
$$;

-- Nobody is paid but whoever is agreeing.
create or replace function is_own_run(org uuid, run uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(bool_and(s.employee_id = bound_employee()), false) from payslips s
  where s.organization_id = org and s.payroll_id = run
$$;

create or replace function second_person_confirms() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and confirming_needs_second(new.organization_id, new.kind)
    and (is_own_run(new.organization_id, new.id)
      or not exists (select from proposals p where p.organization_id = new.organization_id
        and 'confirming' = any (p.acts) and p.subject_id = new.id and p.state = 'agreed'
        and is_of_now(p.xmin) and p.digest = run_digest(new.id))) then
    perform refuse_unchecked('nobody else has agreed to this payroll');
  end if;
  return null;
end $$;

create or replace function second_person_reverses() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and second_asked_for(new.organization_id, 'reversal')
    and not agreed_now(new.organization_id, 'reversal', new.id) then
    perform refuse_unchecked('nobody else has agreed to this reversal');
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------- people

-- What the call was given that this very transaction agreed to: it may write that and nothing else.
create or replace function agreed_input(org uuid, act text, subject uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select p.input -> 'body' from proposals p where p.organization_id = org and act = any (p.acts)
    and p.state = 'agreed' and is_of_now(p.xmin) and p.subject_id = subject
  order by p.number desc limit 1
$$;

-- What a person has proposed of where their own pay goes, and somebody else accepts just now.
create or replace function accepted_input(org uuid, employee uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_object_agg(e.key, e.value) from detail_proposals d
  join detail_changes c on c.organization_id = d.organization_id and c.proposal_id = d.id
    and c.accepted and c.subject in ('phone', 'bank')
  cross join jsonb_each(c.after) e
  where d.organization_id = org and d.employee_id = employee and d.status = 'decided' and d.ready
    and is_of_now(d.xmin)
$$;

-- Of the columns that say where pay goes only those that were given, and as they were. Codes follow
-- from names.
create or replace function is_as_given(given jsonb, was jsonb, now jsonb) returns boolean
language sql immutable as $$
  select given is not null and coalesce(bool_and(
      coalesce(given ->> replace(k, '_code', '_name'), '') = coalesce(now ->> k, '')
      or k like '%\_code' and given ? replace(k, '_code', '_name')), true)
  from unnest('{phone,email,pay_by,bank_name,branch_name,bank_code,branch_code,account_no}'::text[])
    k where was -> k is distinct from now -> k
$$;

-- Salaries of many people that this very transaction agreed to, as one; never one's own.
drop function if exists agreed_raises(uuid);
create function agreed_raises(org uuid)
returns table (employee_id uuid, month text, amount numeric, net numeric)
language sql stable security definer set search_path = public, pg_temp as $$
  select (r ->> 'employee_id')::uuid, r ->> 'from', (r ->> 'amount')::numeric / 100,
    (r ->> 'agreed_net')::numeric / 100
  from proposals p cross join jsonb_array_elements(p.input -> 'body' -> 'rows') r
  where p.organization_id = org and p.call = 'raises.save' and 'salary' = any (p.acts)
    and p.state = 'agreed' and is_of_now(p.xmin) and p.subject_id is null
    and (r ->> 'employee_id')::uuid is distinct from bound_employee()
    and r ->> 'employee_id' is not null and r ->> 'from' is not null and r ->> 'amount' is not null
$$;

-- The first salary of somebody who is added is no change.
create or replace function second_person_salaries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and exists (
    with agreed as materialized (select r.* from (select distinct a.organization_id as org
      from added a) o cross join lateral agreed_raises(o.org) r)
    select from added a
      where not exists (select from agreed g
          where (g.employee_id, g.month, g.amount) = (a.employee_id, a.month, a.amount)
            and g.net is not distinct from a.agreed_net)
        and second_asked_for(a.organization_id, 'salary')
        and not exists (select from agreed_input(a.organization_id, 'salary', a.employee_id) given
          where (given ->> 'salary')::numeric = a.amount * 100
            and (given ->> 'agreed_net')::numeric is not distinct from a.agreed_net * 100
            and coalesce(given ->> 'salary_from', a.month) = a.month)
        and exists (select from salaries s where s.organization_id = a.organization_id
          and s.employee_id = a.employee_id and s.number < a.number)) then
    perform refuse_unchecked('nobody else has agreed to this salary');
  end if;
  return null;
end $$;

-- Of a casual worker, what a day or a piece is paid.
create or replace function second_person_rates() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  given jsonb := agreed_input(new.organization_id, 'salary', new.id);
begin
  if not acts_by_itself() and second_asked_for(new.organization_id, 'salary')
    and (new.pay <> old.pay and (given ->> 'pay')::numeric is distinct from new.pay * 100
      or new.pay_basis <> old.pay_basis and given ->> 'pay_basis' is distinct from new.pay_basis
      or new.piece is distinct from old.piece
        and (given is null or given ->> 'piece' is distinct from new.piece)) then
    perform refuse_unchecked('nobody else has agreed to this rate');
  end if;
  return null;
end $$;

-- An account, and the addresses by which the person would prove to be the one who moves it: whoever
-- could write those alone could propose an account in the person's name, and accept it.
-- What the person has proposed, somebody else decides (guard_detail_proposal): those are two.
create or replace function second_person_payees() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and second_asked_for(new.organization_id, 'payee')
    and not is_as_given(agreed_input(new.organization_id, 'payee', new.id), to_jsonb(old),
      to_jsonb(new))
    and not is_as_given(accepted_input(new.organization_id, new.id), to_jsonb(old),
      to_jsonb(new)) then
    perform refuse_unchecked('nobody else has agreed to this account');
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------- rights on these

call for_requests('members_with(uuid, text)', 'waiting_checker_changes(uuid)',
  'counting_checkers(uuid, text)', 'checkers_for_rule(uuid, text)', 'may_check(uuid, uuid, text)',
  'rules_in_force(uuid)', 'second_asked_for(uuid, text)', 'items_limit(uuid)');
call as_platform('follow_checkers()', 'follow_operators_checking()', 'follow_checked_acts()',
  'guard_checked_acts()', 'guard_proposal()', 'agreed_now(uuid, text, uuid)',
  'void_proposals_of_run()', 'second_person_confirms()', 'second_person_reverses()',
  'second_person_salaries()', 'second_person_rates()', 'second_person_payees()',
  'is_own_run(uuid, uuid)', 'is_right_for(text, text, uuid, uuid)', 'is_followed(uuid, text)', 'agreed_input(uuid, text, uuid)',
  'accepted_input(uuid, uuid)', 'agreed_raises(uuid)');
grant execute on function run_digest(uuid), rights_of_act(text),
  confirming_needs_second(uuid, text) to mshahara_app, mshahara_platform;
grant execute on function is_as_given(jsonb, jsonb, jsonb), rights_checked(), hold_checkers(uuid),
  note_checker(uuid, uuid, text, boolean, uuid), grants_call(text, text[], text),
  is_weaker(jsonb, jsonb), refuse_unchecked(text)
  to mshahara_platform;
