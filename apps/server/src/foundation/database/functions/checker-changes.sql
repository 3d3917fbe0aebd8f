-- What weakens the second person (C20): who stands behind it, who agrees, who objects.

-- Of a change of the rules: what of it asks for less than before.
create or replace function weakened_acts(org uuid, was jsonb) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select act from maker_checker_settings s cross join to_jsonb(s) now
  cross join unnest('{confirming,reversal,salary,payee,joining,items}'::text[]) act
  where s.organization_id = org and asked_about(org) is not null and case act
    when 'confirming' then strength_of((now ->> act)::boolean) < strength_of((was ->> act)::boolean)
    when 'items' then coalesce((now ->> 'items_above')::numeric, 'infinity')
      > coalesce((was ->> 'items_above')::numeric, 'infinity')
    else was -> act = 'true' and now -> act = 'false' end
$$;

-- Whose right counts for all that it weakens.
create or replace function backs_checker_change(org uuid, needed text, was jsonb, who uuid)
returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select case when needed is not null then may_check(org, who, needed)
    else coalesce((select bool_and(exists (select from rights_of_act_in(org, act) r
        where may_check(org, who, r))) from weakened_acts(org, was) act), false) end
$$;

-- Whose right it is about: also while it does not count yet, or is gone too lately for that to count.
create or replace function is_heard_on_checkers(org uuid, needed text, was jsonb, who uuid)
returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from (select needed as r where needed is not null
      union all select r from weakened_acts(org, was) act cross join lateral rights_of_act_in(org, act) r
      where needed is null) rights
    where who in (select members_with(org, r)) or who in (select checkers_for_rule(org, r)))
$$;

-- An objection outlives its change while whoever objected is heard: doing the same again does not lift
-- it. Nobody whose own right does not count is the first of the two behind a change.
create or replace function note_checker_change(
  org uuid, what text, whom uuid, needed text, old_rules jsonb, maker uuid
) returns void language plpgsql as $$
declare
  last checker_changes;
begin
  select * into last from checker_changes c where c.organization_id = org and c.kind = what
    and c.user_id is not distinct from whom and c.needs is not distinct from needed
    order by c.made_at desc, c.objected_at desc nulls last limit 1;
  if last.withdrawn_at is null or last.agreed_at is not null or last.objected_by is null
    or not is_heard_on_checkers(org, needed, old_rules, last.objected_by) then
    last.objected_by := null;
    last.objected_at := null;
  end if;
  insert into checker_changes (organization_id, kind, user_id, needs, was, made_by, backed_by,
    objected_by, objected_at)
  values (org, what, whom, needed, old_rules, maker,
    case when backs_checker_change(org, needed, old_rules, maker) then maker end,
    last.objected_by, last.objected_at);
end $$;

-- With the names of those who are no members any more, which a request does not see otherwise.
drop function if exists checker_changes_shown(uuid);
create function checker_changes_shown(org uuid) returns table (
  id uuid, kind text, user_id uuid, person text, needs text, made_by uuid, maker text,
  made_at timestamptz, backed_by uuid, objector text, counts_from timestamptz, waits boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.kind, c.user_id, name_of(c.user_id), c.needs, c.made_by, name_of(c.made_by),
    c.made_at, c.backed_by, name_of(c.objected_by),
    case when c.objected_at is null then c.made_at + interval '24 hours' end,
    c.id in (select w.id from waiting_checker_changes(org) w)
  from checker_changes c where c.organization_id = org and asked_about(org) is not null
    and c.withdrawn_at is null
$$;

-- What whoever is bound can do about those that wait.
create or replace function my_checker_changes()
returns table (id uuid, may_agree boolean, may_object boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, bound_user() is distinct from c.made_by and bound_user() is distinct from c.user_id
      and bound_user() is distinct from c.backed_by
      and backs_checker_change(c.organization_id, c.needs, c.was, bound_user()),
    c.objected_at is null and bound_user() is distinct from c.made_by
      and is_heard_on_checkers(c.organization_id, c.needs, c.was, bound_user())
  from checker_changes c where c.organization_id = bound_org()
    and c.id in (select w.id from waiting_checker_changes(bound_org()) w)
$$;

-- It is held, still waits, and was made by somebody else.
create or replace function hold_checker_change(change uuid) returns void language plpgsql as $$
begin
  perform hold_checkers(bound_org());
  if change not in (select w.id from waiting_checker_changes(bound_org()) w) then
    raise exception 'settled' using errcode = 'check_violation',
      constraint = 'checker_changes_settled';
  end if;
  if exists (select from checker_changes c where c.organization_id = bound_org() and c.id = change
      and c.made_by = bound_user()) then
    raise exception 'own' using errcode = 'check_violation', constraint = 'checker_changes_own';
  end if;
end $$;

-- Two whose right counts stand behind what counts at once. Answers whether it counts now: where
-- somebody made it whose right does not, the first to agree is the first of the two.
create or replace function agree_to_checker_change(change uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  it checker_changes;
begin
  perform hold_checker_change(change);
  select * into it from checker_changes c where c.organization_id = bound_org() and c.id = change;
  if bound_user() in (it.user_id, it.backed_by) then
    raise exception 'own' using errcode = 'check_violation', constraint = 'checker_changes_own';
  end if;
  if not backs_checker_change(it.organization_id, it.needs, it.was, bound_user()) then
    raise exception 'uncounted' using errcode = 'check_violation',
      constraint = 'checker_changes_uncounted';
  end if;
  update checker_changes c set backed_by = coalesce(it.backed_by, bound_user()),
    agreed_by = case when it.backed_by is not null then bound_user() end,
    agreed_at = case when it.backed_by is not null then app_now() end
  where c.organization_id = it.organization_id and c.id = it.id;
  return it.backed_by is not null;
end $$;

create or replace function object_to_checker_change(change uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform hold_checker_change(change);
  if not exists (select from my_checker_changes() m where m.id = change and m.may_object) then
    raise exception 'uncounted' using errcode = 'check_violation',
      constraint = 'checker_changes_uncounted';
  end if;
  update checker_changes c set objected_by = bound_user(), objected_at = app_now()
  where c.organization_id = bound_org() and c.id = change;
end $$;

-- Who may do what a change is about, and hears of it.
create or replace function concerned_by_checkers(org uuid, needed text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct m from rights_checked() r cross join lateral members_with(org, r) m
  where case when needed is null then is_followed(org, r) else r = needed end
$$;

call for_requests('concerned_by_checkers(uuid, text)', 'checker_changes_shown(uuid)', 'my_checker_changes()',
  'agree_to_checker_change(uuid)', 'object_to_checker_change(uuid)');
call as_platform('weakened_acts(uuid, jsonb)', 'backs_checker_change(uuid, text, jsonb, uuid)',
  'is_heard_on_checkers(uuid, text, jsonb, uuid)');
grant execute on function hold_checker_change(uuid),
  note_checker_change(uuid, text, uuid, text, jsonb, uuid) to mshahara_platform;
