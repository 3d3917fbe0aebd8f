-- Two logins with the least right. The application's own login can neither become another role nor
-- choose an organisation: a transaction is bound by `enter_session`, which wants a live session, or
-- by `bind_to`, which wants the platform's login. The binding carries a proof made with a key that
-- no statement of the application can read, so that setting `app.org` by hand opens nothing.

-- ---------------------------------------------------------------- what is claimed

create or replace function app_org() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('app.org', true), '')::uuid $$;

create or replace function app_user() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('app.user', true), '')::uuid $$;

-- The server's clock, so that dated acts can be played under a set one.
create or replace function app_now() returns timestamptz language sql stable parallel safe
as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, clock_timestamp()) $$;

-- ---------------------------------------------------------------- the proof

-- Bound to the instant of the transaction: read out, it is worth nothing in the next one.
create or replace function binding_proof(org text, who text, actor text, request text, at text) returns text
language plpgsql stable parallel safe as $$
declare
  secret bytea;
  words bytea := convert_to(jsonb_build_array(org, who, actor, request, at,
    extract(epoch from transaction_timestamp()))::text, 'UTF8');
begin
  select key into secret from binding_keys;
  return encode(sha256(secret || sha256(secret || words)), 'hex');
end $$;

create or replace function prove_binding() returns void language plpgsql as $$
begin
  perform set_config('app.proof', binding_proof(current_setting('app.org', true),
    current_setting('app.user', true), current_setting('app.actor', true),
    current_setting('app.request', true), current_setting('app.now', true)), true);
end $$;

-- Refuses settings that were changed after they had been proven.
create or replace function check_binding() returns void language plpgsql stable parallel safe as $$
begin
  if coalesce(current_setting('app.proof', true), '') <> binding_proof(
      current_setting('app.org', true), current_setting('app.user', true),
      current_setting('app.actor', true), current_setting('app.request', true),
      current_setting('app.now', true)) then
    raise exception 'the binding of this transaction was tampered with'
      using errcode = 'insufficient_privilege';
  end if;
end $$;

-- The organisation and the person, proven. `app_org()` only says what is claimed: it is cheap, and
-- good enough for a default that the row policy checks afterwards.
create or replace function bound_org() returns uuid
language plpgsql stable parallel safe security definer set search_path = public, pg_temp as $$
declare
  org text := coalesce(current_setting('app.org', true), '');
begin
  if org = '' then return null; end if;
  perform check_binding();
  return org::uuid;
end $$;

create or replace function bound_user() returns uuid
language plpgsql stable parallel safe security definer set search_path = public, pg_temp as $$
declare
  who text := coalesce(current_setting('app.user', true), '');
begin
  if who = '' then return null; end if;
  perform check_binding();
  return who::uuid;
end $$;

-- ---------------------------------------------------------------- the two doors

-- For work outside a request, on the platform's login only.
create or replace function bind_to(org uuid, who uuid, actor text, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if session_user = 'mshahara_app' then
    raise exception 'only the platform chooses an organisation'
      using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.org', coalesce(org::text, ''), true),
    set_config('app.user', coalesce(who::text, ''), true),
    set_config('app.actor', coalesce(actor, ''), true), set_config('app.request', '', true),
    set_config('app.now', coalesce(at::text, ''), true);
  perform prove_binding();
end $$;

-- New organisations that have paid nothing share what is left over (docs/decisions/041).
create or replace function is_settled(org uuid, at timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from organizations o where o.id = org
      and o.created_at <= at - interval '1 day')
    or exists (select from payment_receipts r where r.organization_id = org and r.amount > 0)
$$;

-- For work outside a request; the operator's own belongs to no organisation.
create or replace function bound_settled() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select bound_org() is null or is_settled(bound_org(), app_now())
$$;

-- What it answers with cannot be changed in place.
drop function if exists
  enter_session(bytea, timestamptz, timestamptz, boolean, text, timestamptz);
create or replace function enter_session(
  hash bytea, at timestamptz, idle_from timestamptz, cookie boolean, request text,
  set_clock timestamptz
) returns table (
  session_id uuid, user_id uuid, organization_id uuid, first_name text, last_name text,
  super_admin boolean, activated boolean, role text, permissions text[], employee_id uuid,
  leaver boolean, settled boolean, last_seen_at timestamptz, expires_at timestamptz,
  by_cookie boolean, has_factor boolean, factor_required boolean
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not (select story from binding_keys) then
    idle_from := clock_timestamp() - (at - idle_from);
    at := clock_timestamp();
    set_clock := null;
  end if;
  idle_from := greatest(idle_from, at - interval '10 minutes');
  select s.id, s.user_id, s.organization_id, u.first_name, u.last_name, u.super_admin,
    u.activated_at is not null,
    case when u.super_admin then 'super-admin' else m.role end,
    coalesce(m.permissions, '{}'), m.employee_id,
    -- Once a contract is over too (B22); staff keep what they were given until somebody takes it.
    coalesce(e.status = 'terminated' or m.role = 'employee' and has_left(e.termination_date,
      (coalesce(set_clock, at) at time zone 'Africa/Nairobi')::date), false),
    u.super_admin or coalesce(o.created_at <= at - interval '1 day', false)
      or is_settled(s.organization_id, at),
    s.last_seen_at, s.expires_at, s.by_cookie,
    exists (select from second_factors f where f.user_id = s.user_id),
    exists (select from second_factor_settings c
      where c.organization_id = s.organization_id and c.required)
  into session_id, user_id, organization_id, first_name, last_name, super_admin, activated,
    role, permissions, employee_id, leaver, settled, last_seen_at, expires_at, by_cookie,
    has_factor, factor_required
  from sessions s
  join users u on u.id = s.user_id
  left join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
  left join employees e on e.organization_id = m.organization_id and e.id = m.employee_id
  left join organizations o on o.id = s.organization_id
  where s.token_hash = hash and s.expires_at > at
    and (not (cookie or s.by_cookie) or s.last_seen_at > idle_from)
    and (s.organization_id is null or u.super_admin
      or (m.status = 'active' and o.status = 'active'));
  if not found then return; end if;
  perform set_config('app.org', coalesce(organization_id::text, ''), true),
    set_config('app.user', user_id::text, true),
    set_config('app.actor', first_name || ' ' || last_name, true),
    set_config('app.request', coalesce(request, ''), true),
    set_config('app.now', coalesce(set_clock::text, ''), true);
  perform prove_binding();
  return next;
end $$;

-- Why a session has ended, where whoever holds it may be told: its organisation is deactivated.
create or replace function ended_with(hash bytea) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select o.name from sessions s join organizations o on o.id = s.organization_id
  where s.token_hash = hash and o.status = 'deactivated'
$$;

-- Whether the person has lost their place in the session's organisation: their phone then forgets
-- what it keeps of it. A session that has merely lapsed says nothing of the kind.
create or replace function place_lost(hash bytea) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
    where s.token_hash = hash and s.organization_id is not null and not u.super_admin
      and m.status is distinct from 'active')
$$;

-- ---------------------------------------------------------------- rights

alter function binding_proof(text, text, text, text, text) owner to mshahara_platform;
alter function prove_binding() owner to mshahara_platform;
alter function check_binding() owner to mshahara_platform;
alter function bound_org() owner to mshahara_platform;
alter function bound_user() owner to mshahara_platform;
alter function bind_to(uuid, uuid, text, timestamptz) owner to mshahara_platform;
alter function enter_session(bytea, timestamptz, timestamptz, boolean, text, timestamptz)
  owner to mshahara_platform;
alter function is_settled(uuid, timestamptz) owner to mshahara_platform;
alter function bound_settled() owner to mshahara_platform;
alter function ended_with(bytea) owner to mshahara_platform;
alter function place_lost(bytea) owner to mshahara_platform;
grant execute on function app_org(), app_user(), app_now(), bound_org(), bound_user(),
  ended_with(bytea), place_lost(bytea), bound_settled(), bind_to(uuid, uuid, text, timestamptz),
  enter_session(bytea, timestamptz, timestamptz, boolean, text, timestamptz)
  to mshahara_app, mshahara_platform;
grant execute on function app_now(), app_user() to mshahara_eraser;
