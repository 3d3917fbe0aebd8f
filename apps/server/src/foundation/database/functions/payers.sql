-- Whose right to pay counts (C14, C20). Asked of the database, so that a guard and a handler never
-- see it differently.

-- What has been changed and does not count yet. An objection holds it up until somebody agrees.
create or replace function waiting_payer_changes(org uuid)
returns table (id uuid, kind text, user_id uuid, was boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.kind, c.user_id, c.was from payer_changes c
  where c.organization_id = org and c.withdrawn_at is null and c.agreed_at is null
    and (c.objected_at is not null or asked_about(org) < c.made_at + interval '24 hours')
$$;

-- Where nobody's right counts and nobody has just lost it, there is nobody to wait for.
create or replace function counting_payers(org uuid) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  with waiting as (select * from waiting_payer_changes(org)),
    holders as (select h as user_id from members_who_may(org, 'pay payrolls') h),
    settled as (select h.user_id from holders h where not exists (
      select from waiting w where w.kind = 'payer_joined' and w.user_id = h.user_id))
  select s.user_id from settled s
  union all
  select h.user_id from holders h where not exists (select from settled)
    and not exists (select from waiting w where w.kind = 'payer_left')
$$;

-- Those, and whoever left too recently for that to count.
create or replace function payers_for_rule(org uuid) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select * from counting_payers(org)
  union
  select w.user_id from waiting_payer_changes(org) w where w.kind = 'payer_left'
$$;

create or replace function counts_as_payer(org uuid, who uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from counting_payers(org) p where p = who)
$$;

-- The strongest of what is set and of what was set before a change that does not count yet.
create or replace function second_person_needed(org uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  with rules as (
    select s.second_person as rule from payout_settings s where s.organization_id = org
    union all
    select w.was from waiting_payer_changes(org) w where w.kind = 'rule_off')
  select case
    when exists (select from rules where rule) or not exists (select from rules) then true
    when exists (select from rules where rule is null)
      then (select count(*) > 1 from payers_for_rule(org))
    else false end
$$;

-- ---------------------------------------------------------------- what changes about it

-- One change of an organisation's payers at a time: each sees whom the last one left.
create or replace function hold_payers(org uuid) returns void language sql as $$
  select from payout_settings s where s.organization_id = org for update
$$;

-- An objection outlives its change while whoever objected counts: doing the same again does not
-- lift it. Nobody who may not pay is the first of the two behind a change.
create or replace function note_payer_change(
  org uuid, what text, whom uuid, old_rule boolean, maker uuid
) returns void language plpgsql as $$
declare
  last payer_changes;
begin
  select * into last from payer_changes c where c.organization_id = org and c.kind = what
    and c.user_id is not distinct from whom order by c.made_at desc, c.objected_at desc nulls last
    limit 1;
  if last.withdrawn_at is null or last.agreed_at is not null
    or last.objected_by is null or last.objected_by not in (select payers_for_rule(org)) then
    last.objected_by := null;
    last.objected_at := null;
  end if;
  insert into payer_changes
    (organization_id, kind, user_id, was, made_by, backed_by, objected_by, objected_at)
  values (org, what, whom, old_rule, maker,
    case when counts_as_payer(org, maker) then maker end, last.objected_by, last.objected_at);
end $$;

create or replace function withdraw_payer_changes(org uuid, what text, whom uuid) returns int
language plpgsql as $$
declare
  undone int;
begin
  update payer_changes c set withdrawn_at = app_now()
  where c.organization_id = org and c.id in (select w.id from waiting_payer_changes(org) w
    where w.kind = what and w.user_id = whom);
  get diagnostics undone = row_count;
  return undone;
end $$;

-- Whoever comes back before their leaving counted never left. The first payer waits for nobody.
create or replace function payer_joins(org uuid, whom uuid, maker uuid) returns void
language plpgsql as $$
begin
  perform hold_payers(org);
  if withdraw_payer_changes(org, 'payer_left', whom) = 0
    and exists (select from payers_for_rule(org)) then
    perform note_payer_change(org, 'payer_joined', whom, null, maker);
  end if;
end $$;

-- Asked before the right is gone. Whoever never counted is not missed.
create or replace function payer_leaves(org uuid, whom uuid) returns void language plpgsql as $$
begin
  perform hold_payers(org);
  if counts_as_payer(org, whom) then
    perform note_payer_change(org, 'payer_left', whom, null, bound_user());
  end if;
  perform withdraw_payer_changes(org, 'payer_joined', whom);
end $$;

-- On every road to a membership: a screen, an import, an acceptance, a login that passes to another
-- address, an erasure, a statement by hand. An invitation is the act of whoever gave the role.
create or replace function follow_payers() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pay constant text := 'pay payrolls';
  held boolean := TG_OP <> 'INSERT' and old.status = 'active'
    and grants_right(old.role, old.permissions, pay);
  holds boolean := TG_OP <> 'DELETE' and new.status = 'active'
    and grants_right(new.role, new.permissions, pay);
  another boolean := TG_OP = 'UPDATE' and new.user_id <> old.user_id;
  actor uuid := bound_user();
begin
  if held and (not holds or another) then
    perform payer_leaves(old.organization_id, old.user_id);
  end if;
  if holds and (not held or another) then
    perform payer_joins(new.organization_id, new.user_id,
      case when TG_OP = 'UPDATE' and old.status = 'invited' then old.granted_by else actor end);
  end if;
  if TG_OP = 'DELETE' then return old; end if;
  if TG_OP = 'INSERT' or (new.role, new.permissions) is distinct from (old.role, old.permissions)
  then
    new.granted_by := actor;
  end if;
  return new;
end $$;

-- Whoever runs the platform is no payer, whatever membership they have: both ways.
create or replace function follow_operators() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid;
begin
  for org in select m.organization_id from memberships m where m.user_id = new.id
    and m.status = 'active' and grants_right(m.role, m.permissions, 'pay payrolls') order by 1
  loop
    if new.super_admin then perform payer_leaves(org, new.id);
    else perform payer_joins(org, new.id, bound_user());
    end if;
  end loop;
  return new;
end $$;

-- Two always, two as soon as there are two, never two.
create or replace function strength_of(rule boolean) returns int language sql immutable as $$
  select case when rule then 2 when rule is null then 1 else 0 end
$$;

create or replace function follow_rule() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := new.organization_id;
begin
  update payer_changes c set withdrawn_at = app_now()
  where c.organization_id = org and c.kind = 'rule_off'
    and strength_of(c.was) <= strength_of(new.second_person)
    and c.id in (select w.id from waiting_payer_changes(org) w);
  -- Where there is one payer and never was another, nobody is left out.
  if strength_of(new.second_person) < strength_of(old.second_person)
    and (old.second_person or 1 < (select count(*) from (
      select payers_for_rule(org) union select members_who_may(org, 'pay payrolls')) p)) then
    perform note_payer_change(org, 'rule_off', null, old.second_person, bound_user());
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------- seeing, agreeing, objecting

-- With the names of those who are no members any more, which a request does not see otherwise.
create or replace function payer_changes_shown(org uuid) returns table (
  id uuid, kind text, user_id uuid, person text, made_by uuid, maker text, made_at timestamptz,
  backed_by uuid, objector text, counts_from timestamptz, rule boolean, waits boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.kind, c.user_id, name_of(c.user_id), c.made_by, name_of(c.made_by), c.made_at,
    c.backed_by, name_of(c.objected_by),
    case when c.objected_at is null then c.made_at + interval '24 hours' end,
    s.second_person, c.id in (select w.id from waiting_payer_changes(org) w)
  from payer_changes c join payout_settings s on s.organization_id = c.organization_id
  where c.organization_id = org and asked_about(org) is not null and c.withdrawn_at is null
$$;

create or replace function name_of(who uuid) returns text language sql stable as $$
  select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = who
$$;

-- It is held, still waits, and was made by somebody else.
create or replace function hold_payer_change(change uuid) returns void language plpgsql as $$
begin
  perform hold_payers(bound_org());
  if change not in (select w.id from waiting_payer_changes(bound_org()) w) then
    raise exception 'settled' using errcode = 'check_violation',
      constraint = 'payer_changes_settled';
  end if;
  if exists (select from payer_changes c where c.organization_id = bound_org() and c.id = change
      and c.made_by = bound_user()) then
    raise exception 'own' using errcode = 'check_violation', constraint = 'payer_changes_own';
  end if;
end $$;

-- Two payers stand behind what counts at once. Answers whether it counts now: where somebody made
-- it who may not pay, the first to agree is the first of the two.
create or replace function agree_to_payer_change(change uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  it payer_changes;
begin
  perform hold_payer_change(change);
  select * into it from payer_changes c where c.organization_id = bound_org() and c.id = change;
  if bound_user() in (it.user_id, it.backed_by) then
    raise exception 'own' using errcode = 'check_violation', constraint = 'payer_changes_own';
  end if;
  if not counts_as_payer(it.organization_id, bound_user()) then
    raise exception 'uncounted' using errcode = 'check_violation',
      constraint = 'payer_changes_uncounted';
  end if;
  update payer_changes c set backed_by = coalesce(it.backed_by, bound_user()),
    agreed_by = case when it.backed_by is not null then bound_user() end,
    agreed_at = case when it.backed_by is not null then app_now() end
  where c.organization_id = it.organization_id and c.id = it.id;
  return it.backed_by is not null;
end $$;

-- Everybody who may pay can, also while their own right does not count yet.
create or replace function object_to_payer_change(change uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not bound_may('pay payrolls') then
    raise exception 'only who may pay objects' using errcode = 'insufficient_privilege';
  end if;
  perform hold_payer_change(change);
  update payer_changes c set objected_by = bound_user(), objected_at = app_now()
  where c.organization_id = bound_org() and c.id = change and c.objected_at is null;
end $$;

-- The application's own role changes the rule only for somebody of the organisation who may.
create or replace function guard_rule() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not bound_may('edit organization') then
    raise exception 'they may not change the rule' using errcode = 'insufficient_privilege',
      constraint = 'payout_settings_guarded';
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------- rights on these

call for_requests('waiting_payer_changes(uuid)', 'counting_payers(uuid)', 'payers_for_rule(uuid)',
  'counts_as_payer(uuid, uuid)', 'second_person_needed(uuid)',
  'payer_changes_shown(uuid)', 'agree_to_payer_change(uuid)', 'object_to_payer_change(uuid)');
-- Done by the triggers and functions above, which work as the platform.
call as_platform('follow_payers()', 'follow_operators()', 'follow_rule()', 'guard_rule()');
grant execute on function name_of(uuid), hold_payers(uuid), hold_payer_change(uuid),
  strength_of(boolean), payer_leaves(uuid, uuid), payer_joins(uuid, uuid, uuid),
  withdraw_payer_changes(uuid, text, uuid), note_payer_change(uuid, text, uuid, boolean, uuid)
  to mshahara_platform;
