-- Two logins with the least right. The application's own login can neither become another role nor
-- choose an organisation: a transaction is bound by `enter_session`, which wants a live session, or
-- by `bind_to`, which wants the platform's login. The binding carries a proof made with a key that
-- no statement of the application can read, so that setting `app.org` by hand opens nothing.

-- ---------------------------------------------------------------- the proof

create table binding_keys (
  id boolean primary key default true check (id),
  key bytea not null,
  -- Only where stories are played under a set clock may a caller say what time it is.
  story boolean not null default false
);
insert into binding_keys (key)
  select sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) from generate_series(1, 4);
call guard_platform('binding_keys');
revoke insert, update, delete on binding_keys from mshahara_platform;

-- Bound to the instant of the transaction: read out, it is worth nothing in the next one.
create function binding_proof(org text, who text, actor text, request text, at text) returns text
language plpgsql stable parallel safe as $$
declare
  secret bytea;
  words bytea := convert_to(jsonb_build_array(org, who, actor, request, at,
    extract(epoch from transaction_timestamp()))::text, 'UTF8');
begin
  select key into secret from binding_keys;
  return encode(sha256(secret || sha256(secret || words)), 'hex');
end $$;

create function prove_binding() returns void language plpgsql as $$
begin
  perform set_config('app.proof', binding_proof(current_setting('app.org', true),
    current_setting('app.user', true), current_setting('app.actor', true),
    current_setting('app.request', true), current_setting('app.now', true)), true);
end $$;

-- Refuses settings that were changed after they had been proven.
create function check_binding() returns void language plpgsql stable parallel safe as $$
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
create function bound_org() returns uuid
language plpgsql stable parallel safe security definer set search_path = public, pg_temp as $$
declare
  org text := coalesce(current_setting('app.org', true), '');
begin
  if org = '' then return null; end if;
  perform check_binding();
  return org::uuid;
end $$;

create function bound_user() returns uuid
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
create function bind_to(org uuid, who uuid, actor text, at timestamptz) returns void
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

-- It only reads: a request that holds no lock may wait for others without holding anybody up.
drop function enter_session(bytea, timestamptz, timestamptz, boolean);
create function enter_session(
  hash bytea, at timestamptz, idle_from timestamptz, cookie boolean, request text,
  set_clock timestamptz
) returns table (
  session_id uuid, user_id uuid, organization_id uuid, first_name text, last_name text,
  super_admin boolean, activated boolean, role text, permissions text[], employee_id uuid,
  leaver boolean, last_seen_at timestamptz, expires_at timestamptz, by_cookie boolean
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
    coalesce(m.permissions, '{}'), m.employee_id, coalesce(e.status = 'terminated', false),
    s.last_seen_at, s.expires_at, s.by_cookie
  into session_id, user_id, organization_id, first_name, last_name, super_admin, activated,
    role, permissions, employee_id, leaver, last_seen_at, expires_at, by_cookie
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

-- ---------------------------------------------------------------- policies ask for the proof

do $$
declare
  p record;
  proven constant text := 'alter policy %I on public.%I';
begin
  for p in select tablename, policyname,
      replace(replace(qual, 'app_org()', 'bound_org()'), 'app_user()', 'bound_user()') as seen,
      replace(replace(with_check, 'app_org()', 'bound_org()'), 'app_user()', 'bound_user()') as kept
    from pg_policies where schemaname = 'public'
      and concat(qual, with_check) ~ 'app_(org|user)\(\)' loop
    execute format(proven, p.policyname, p.tablename)
      || coalesce(' using (' || p.seen || ')', '')
      || coalesce(' with check (' || p.kept || ')', '');
  end loop;
end $$;

create or replace procedure org_table(
  t regclass, module text, secrets text default '', quiet text default ''
) language plpgsql as $$
begin
  call guard_platform(t);
  execute format('create policy own_organization on %s to mshahara_app
    using (organization_id = (select bound_org()))
    with check (organization_id = (select bound_org()))', t);
  execute format('grant select, insert, update, delete on %s to mshahara_app', t);
  if module <> '' then call guard_log(t, module, secrets, quiet); end if;
end $$;

create or replace function only_the_invited_accepts() returns trigger language plpgsql as $$
begin
  if old.status = 'invited' and new.status <> 'invited'
    and bound_user() is distinct from old.user_id then
    raise exception 'not accepted' using errcode = 'check_violation',
      constraint = 'memberships_invited';
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------- the log names who it was

-- Every entry says who is bound, and none can be written under changed settings.
create or replace function append_activity(
  org uuid, causer uuid, who text, module text, what text, subject text, props jsonb
) returns void language plpgsql as $$
declare
  entry bigint;
begin
  if concat(current_setting('app.org', true), current_setting('app.user', true)) <> '' then
    perform check_binding();
  end if;
  insert into activity_log
    (organization_id, causer_id, description, log_name, event, subject_id, properties, request_id)
  values (org, causer, coalesce(nullif(who, ''), 'System'), module, what, subject, props,
    nullif(current_setting('app.request', true), ''))
  returning id into entry;
  insert into activity_unsealed values (entry);
end $$;

-- Sign-ins, sign-outs and refusals: what a login does outside any organisation's records.
create or replace function log_act(org uuid, causer uuid, who text, what text, props jsonb)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if session_user = 'mshahara_app'
    and (org is distinct from bound_org() or causer is distinct from bound_user()) then
    raise exception 'nobody writes an entry in the name of another'
      using errcode = 'insufficient_privilege';
  end if;
  if session_user = 'mshahara_app' then who := current_setting('app.actor', true); end if;
  perform append_activity(org, causer, who, 'auth', what, causer::text, props);
end $$;

-- ---------------------------------------------------------------- confirmed means frozen

-- At commit, whoever confirms and in whatever order: the run has payslips, all frozen by then.
create function confirmed_is_frozen() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'INSERT' or not coalesce((select bool_and(s.frozen) from payslips s
      where s.organization_id = new.organization_id and s.payroll_id = new.id), false) then
    raise exception 'payslips of a confirmed payroll are not frozen'
      using errcode = 'check_violation', constraint = 'payrolls_frozen';
  end if;
  return null;
end $$;
create constraint trigger confirmed_is_frozen after insert or update on payrolls
  deferrable initially deferred for each row when (new.status = 'confirmed')
  execute function confirmed_is_frozen();

-- ---------------------------------------------------------------- rights

grant create on schema public to mshahara_platform;
alter function binding_proof(text, text, text, text, text) owner to mshahara_platform;
alter function prove_binding() owner to mshahara_platform;
alter function check_binding() owner to mshahara_platform;
alter function bound_org() owner to mshahara_platform;
alter function bound_user() owner to mshahara_platform;
alter function bind_to(uuid, uuid, text, timestamptz) owner to mshahara_platform;
alter function enter_session(bytea, timestamptz, timestamptz, boolean, text, timestamptz)
  owner to mshahara_platform;
alter function confirmed_is_frozen() owner to mshahara_platform;
revoke create on schema public from mshahara_platform;
revoke execute on all functions in schema public from public;
grant execute on function bound_org(), bound_user(), bind_to(uuid, uuid, text, timestamptz),
  enter_session(bytea, timestamptz, timestamptz, boolean, text, timestamptz) to mshahara_app, mshahara_platform;
