-- Who may do what. Asked of the database, so that a guard and a handler never see it differently:
-- whoever writes statements as the application, in anybody's session, does no more than that person
-- may. What each role is granted is `role_grants`, which every start fills from the contract.

create or replace function grants_right(role text, extra text[], permission text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select permission = any (extra) or exists (select from role_grants g
    where g.role = grants_right.role and g.permission = grants_right.permission)
$$;

-- The time of asking; a request asks about the organisation it is bound to, and sets no clock.
create or replace function asked_about(org uuid) returns timestamptz
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if session_user = 'mshahara_app' then
    perform check_binding();
    if org is distinct from bound_org() then
      raise exception 'asked about another organisation' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return app_now();
end $$;

-- Whoever runs the platform is no insider, whatever membership they may have as well.
create or replace function members_who_may(org uuid, permission text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select m.user_id from memberships m join users u on u.id = m.user_id
  where m.organization_id = org and asked_about(org) is not null and m.status = 'active'
    and grants_right(m.role, m.permissions, permission) and not u.super_admin
$$;

create or replace function may_in(org uuid, who uuid, permission text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from members_who_may(org, permission) m where m = who)
$$;

create or replace function bound_may(permission text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select may_in(bound_org(), bound_user(), permission)
    and (not asks_second_factor(permission) or not second_factor_required(bound_org())
      or has_second_factor(bound_user()))
$$;

-- For acts that whoever runs the platform does inside an organisation as well.
create or replace function bound_may_or_operator(permission text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select bound_may(permission)
    or exists (select from users u where u.id = bound_user() and u.super_admin)
$$;

-- ---------------------------------------------------------------- who is asking

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

-- ---------------------------------------------------------------- guards of tables

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

call for_requests('grants_right(text, text[], text)', 'asked_about(uuid)',
  'members_who_may(uuid, text)', 'may_in(uuid, uuid, text)', 'bound_may(text)',
  'bound_may_or_operator(text)', 'somebody_else_must(uuid, text)');
call as_platform('refuse_decision(text)', 'acts_by_itself()', 'bound_employee()',
  'bound_is_operator()', 'bound_is_primary()', 'guard_right()', 'guard_reversal()');
