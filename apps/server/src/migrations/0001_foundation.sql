-- Who may see what is decided here, once: three roles, row policies, an append-only log.
-- The owner runs migrations. `mshahara_app` serves requests inside one organisation.
-- `mshahara_platform` is the one door across organisations (sign-in, operator, background work).

grant usage on schema public to mshahara_app, mshahara_platform;

-- ---------------------------------------------------------------- the request's settings

create function app_org() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('app.org', true), '')::uuid $$;

create function app_user() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('app.user', true), '')::uuid $$;

-- The server's clock, so that dated acts can be played under a set one.
create function app_now() returns timestamptz language sql stable parallel safe
as $$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, clock_timestamp()) $$;

-- ---------------------------------------------------------------- activity log

create table activity_log (
  id bigint generated always as identity primary key,
  organization_id uuid,
  causer_id uuid,
  description text not null,
  log_name text not null,
  event text not null,
  subject_id text,
  properties jsonb,
  request_id text,
  created_at timestamptz not null default app_now()
);
create index activity_log_newest on activity_log (organization_id, id desc);
create index activity_log_causer on activity_log (organization_id, causer_id, id desc);
create index activity_log_module on activity_log (organization_id, log_name, id desc);

-- Entries wait here until the sealer, after their commit, has put them into the chain.
create table activity_unsealed (entry_id bigint primary key);
create table activity_seals (
  chain uuid not null,
  position bigint not null,
  entry_id bigint not null unique,
  seal bytea not null,
  primary key (chain, position)
);
create table activity_heads (
  chain uuid primary key,
  position bigint not null,
  seal bytea not null
);

create function append_activity(
  org uuid, causer uuid, who text, module text, what text, subject text, props jsonb
) returns void language sql as $$
  with entry as (
    insert into activity_log
      (organization_id, causer_id, description, log_name, event, subject_id, properties, request_id)
    values (org, causer, coalesce(nullif(who, ''), 'System'), module, what, subject, props,
      nullif(current_setting('app.request', true), ''))
    returning id
  )
  insert into activity_unsealed select id from entry;
$$;

-- Arguments of the trigger: module, secret columns, columns whose change alone is no news.
create function activity() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  secrets text[] := string_to_array(TG_ARGV[1], ',');
  quiet text[] := string_to_array(TG_ARGV[2], ',');
  was jsonb := case when TG_OP = 'INSERT' then '{}' else to_jsonb(old) end;
  now_is jsonb := case when TG_OP = 'DELETE' then '{}' else to_jsonb(new) end;
  item jsonb := case when TG_OP = 'DELETE' then was else now_is end;
  changed text[];
  hidden text;
  org uuid;
begin
  select array_agg(k) into changed
  from (select jsonb_object_keys(was || now_is) k) keys
  where was -> k is distinct from now_is -> k;
  if TG_OP = 'UPDATE' and coalesce(changed, '{}') <@ quiet then return null; end if;
  foreach hidden in array secrets loop
    if was -> hidden <> 'null' then was := was || jsonb_build_object(hidden, '(hidden)'); end if;
    if now_is -> hidden <> 'null' then
      now_is := now_is || jsonb_build_object(hidden, '(hidden)');
    end if;
  end loop;
  if TG_OP = 'UPDATE' then
    select jsonb_object_agg(k, was -> k), jsonb_object_agg(k, now_is -> k) into was, now_is
    from unnest(changed) k where k <> all (quiet);
  end if;
  org := case
    when TG_TABLE_NAME = 'organizations' then (item ->> 'id')::uuid
    when item ? 'organization_id' then (item ->> 'organization_id')::uuid
    else app_org() end;
  perform append_activity(org, app_user(), current_setting('app.actor', true), TG_ARGV[0],
    case TG_OP when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    coalesce(item ->> 'id', item ->> 'user_id'),
    case TG_OP when 'INSERT' then jsonb_build_object('new', now_is)
      when 'DELETE' then jsonb_build_object('old', was)
      else jsonb_build_object('old', was, 'new', now_is) end);
  return null;
end $$;

-- Sign-ins, sign-outs and refusals, which are acts without a record of their own.
create function log_act(org uuid, causer uuid, who text, what text, props jsonb) returns void
language sql security definer set search_path = public, pg_temp
as $$ select append_activity(org, causer, who, 'auth', what, causer::text, props) $$;

-- ---------------------------------------------------------------- guards for tables

create procedure guard_log(t regclass, module text, secrets text, quiet text)
language plpgsql as $$
begin
  execute format(
    'create trigger activity after insert or update or delete on %s
     for each row execute function activity(%L, %L, %L)', t, module, secrets, quiet);
end $$;

create procedure guard_platform(t regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy whole_platform on %s to mshahara_platform
    using (true) with check (true)', t);
  execute format('grant select, insert, update, delete on %s to mshahara_platform', t);
end $$;

-- What `orgTable` in TypeScript stands for in the database.
create procedure org_table(t regclass, module text, secrets text default '', quiet text default '')
language plpgsql as $$
begin
  call guard_platform(t);
  execute format('create policy own_organization on %s to mshahara_app
    using (organization_id = (select app_org()))
    with check (organization_id = (select app_org()))', t);
  execute format('grant select, insert, update, delete on %s to mshahara_app', t);
  if module <> '' then call guard_log(t, module, secrets, quiet); end if;
end $$;

-- ---------------------------------------------------------------- people and organisations

create table users (
  id uuid primary key default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  email text not null constraint users_email_lower check (email = lower(email)),
  phone text,
  password_hash text,
  activation_hash bytea,
  pending_email text,
  avatar text,
  super_admin boolean not null default false,
  activated_at timestamptz,
  email_verified_at timestamptz,
  last_login_at timestamptz,
  previous_login_at timestamptz,
  last_organization_id uuid,
  created_at timestamptz not null default app_now(),
  constraint users_email_unique unique (email)
);

create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  logo text,
  address text,
  phone text,
  email text,
  website text,
  employee_prefix text not null,
  status text not null default 'active' check (status in ('active', 'deactivated')),
  pin_no text,
  nhif_no text,
  nssf_no text,
  bank_name text,
  branch_name text,
  account_no text,
  bank_code text,
  branch_code text,
  paye boolean not null default true,
  nhif boolean not null default true,
  nssf boolean not null default true,
  housing boolean not null default true,
  nita boolean not null default true,
  work_saturday boolean not null default false,
  work_sunday boolean not null default false,
  created_at timestamptz not null default app_now()
);

create table memberships (
  organization_id uuid not null default app_org() references organizations (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('primary', 'admin', 'finance', 'user', 'employee')),
  status text not null default 'active' check (status in ('active', 'inactive', 'invited')),
  permissions text[] not null default '{}',
  employee_id uuid,
  -- As the inviter wrote it; shown until the person accepts.
  invited_as jsonb,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, user_id)
);
create index memberships_of_user on memberships (user_id);

call guard_platform('users');
create policy colleagues on users to mshahara_app
  using (id = (select app_user()) or exists (
    select from memberships m where m.user_id = users.id and m.status <> 'invited'))
  with check (id = (select app_user()));
grant select (id, first_name, last_name, email, phone, avatar, super_admin, activated_at,
  email_verified_at, last_login_at, previous_login_at, last_organization_id, created_at)
  on users to mshahara_app;
call guard_log('users', 'users', 'password_hash,activation_hash',
  'last_login_at,previous_login_at,last_organization_id');

call guard_platform('organizations');
create policy own_organization on organizations to mshahara_app
  using (id = (select app_org())) with check (id = (select app_org()));
grant select, update on organizations to mshahara_app;
call guard_log('organizations', 'organizations', '', '');

call org_table('memberships', 'users');

-- An organisation in use always has somebody who may do everything.
create function keep_a_primary() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.role = 'primary' and old.status = 'active'
    and (TG_OP = 'DELETE' or new.role <> 'primary' or new.status <> 'active') then
    -- One at a time per organisation: two demotions at once must see each other.
    perform from organizations where id = old.organization_id for update;
    if not exists (select from memberships where organization_id = old.organization_id
      and role = 'primary' and status = 'active' and user_id <> old.user_id) then
      raise exception 'last primary' using errcode = 'check_violation',
        constraint = 'memberships_last_primary';
    end if;
  end if;
  return case TG_OP when 'DELETE' then old else new end;
end $$;
create trigger keep_a_primary before update or delete on memberships
  for each row execute function keep_a_primary();

-- Nobody becomes a member of an organisation but by accepting (A4).
create function only_the_invited_accepts() returns trigger language plpgsql as $$
begin
  if old.status = 'invited' and new.status <> 'invited'
    and app_user() is distinct from old.user_id then
    raise exception 'not accepted' using errcode = 'check_violation',
      constraint = 'memberships_invited';
  end if;
  return new;
end $$;
create trigger only_the_invited_accepts before update on memberships
  for each row execute function only_the_invited_accepts();

-- ---------------------------------------------------------------- sign-in

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references users (id),
  organization_id uuid references organizations (id),
  address text,
  user_agent text,
  -- Once a browser has used it, it ends when idle, by whichever road it comes later.
  by_cookie boolean not null default false,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_of_organization on sessions (organization_id);
call guard_platform('sessions');

create table codes (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('sign-in', 'sign-up', 'reset', 'activation', 'email')),
  email text not null,
  user_id uuid references users (id),
  code_hash bytea not null,
  -- The browser or address that asked: nobody else can try, or use up, a sign-in code.
  ticket_hash bytea,
  address text,
  payload jsonb,
  tries int not null default 0,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  constraint codes_one_live unique (purpose, email)
);
call guard_platform('codes');

-- Attempts within a window, per account and address.
create table attempts (
  key text primary key,
  count int not null,
  until timestamptz not null
);
call guard_platform('attempts');

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id),
  created_at timestamptz not null default app_now(),
  primary key (issuer, subject)
);
call guard_platform('identities');

create table spent_tokens (
  jti text primary key,
  expires_at timestamptz not null
);
call guard_platform('spent_tokens');

-- The road into every request: checks the session and binds the transaction to its organisation.
create function enter_session(hash bytea, at timestamptz, idle_from timestamptz, cookie boolean)
returns table (
  session_id uuid, user_id uuid, organization_id uuid, first_name text, last_name text,
  super_admin boolean, activated boolean, role text, permissions text[], employee_id uuid,
  last_seen_at timestamptz, expires_at timestamptz
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  marked boolean;
begin
  select s.id, s.user_id, s.organization_id, u.first_name, u.last_name, u.super_admin,
    u.activated_at is not null,
    case when u.super_admin then 'super-admin' else m.role end,
    coalesce(m.permissions, '{}'), m.employee_id, s.last_seen_at, s.expires_at, s.by_cookie
  into session_id, user_id, organization_id, first_name, last_name, super_admin, activated,
    role, permissions, employee_id, last_seen_at, expires_at, marked
  from sessions s
  join users u on u.id = s.user_id
  left join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
  left join organizations o on o.id = s.organization_id
  where s.token_hash = hash and s.expires_at > at
    and (not (cookie or s.by_cookie) or s.last_seen_at > idle_from)
    and (s.organization_id is null or u.super_admin
      or (m.status = 'active' and o.status = 'active'));
  if not found then return; end if;
  if cookie and not marked then
    update sessions set by_cookie = true where id = session_id;
  end if;
  perform set_config('app.org', coalesce(organization_id::text, ''), true),
    set_config('app.user', user_id::text, true),
    set_config('app.actor', first_name || ' ' || last_name, true);
  return next;
end $$;

-- ---------------------------------------------------------------- subscriptions

create table packages (
  id text primary key,
  name text not null unique,
  price numeric(14, 2) not null,
  employees int not null,
  casuals int not null
);
grant select on packages to mshahara_app, mshahara_platform;
insert into packages (id, name, price, employees, casuals) values
  ('trial', 'Trial', 0, 1000, 1000),
  ('free', 'Free', 0, 5, 5),
  ('basic', 'Basic', 2500, 25, 25),
  ('standard', 'Standard', 7500, 100, 100),
  ('enterprise', 'Enterprise', 20000, 1000, 1000);

create table subscriptions (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  package_id text not null references packages (id),
  price numeric(14, 2) not null,
  employees int not null,
  "from" date not null,
  "to" date not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint subscriptions_period check ("to" > "from")
);
call org_table('subscriptions', 'subscriptions');

-- ---------------------------------------------------------------- the desk's small things

create table notifications (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- The same news is told once.
  key text,
  title text not null,
  text text not null,
  link text,
  read_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references memberships (organization_id, user_id),
  unique (organization_id, user_id, key)
);
create index notifications_newest on notifications (organization_id, user_id, created_at desc);
call org_table('notifications', '');

create table numbers (
  organization_id uuid not null default app_org() references organizations (id),
  name text not null,
  last int not null,
  primary key (organization_id, name)
);
call org_table('numbers', '');

create table jobs (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references users (id),
  name text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  done int not null default 0,
  total int not null default 0,
  result jsonb,
  error text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
call org_table('jobs', '');

create table answers (
  user_id uuid not null default app_user(),
  key text not null,
  -- Organisation, endpoint and body the key was first used with.
  request_hash bytea not null,
  status int,
  body jsonb,
  created_at timestamptz not null default app_now(),
  primary key (user_id, key)
);
call guard_platform('answers');
create policy own_answers on answers to mshahara_app
  using (user_id = (select app_user())) with check (user_id = (select app_user()));
grant select, insert, update on answers to mshahara_app;

-- Recorded before it is handed over; the words are encrypted and forgotten once sent.
create table mails (
  id uuid primary key default gen_random_uuid(),
  -- The order of sending, also where two fall on one instant.
  number bigint generated always as identity,
  organization_id uuid,
  recipient text not null,
  subject text not null,
  body bytea,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'failed', 'uncertain', 'kept')),
  error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
create index mails_newest on mails (number desc);
call guard_platform('mails');
create policy own_mails on mails for insert to mshahara_app
  with check (organization_id is not distinct from (select app_org()));
grant insert on mails to mshahara_app;

-- ---------------------------------------------------------------- last words on the log

alter table activity_log enable row level security;
alter table activity_log force row level security;
create policy own_organization on activity_log for select to mshahara_app
  using (organization_id = (select app_org()));
create policy whole_platform on activity_log to mshahara_platform using (true) with check (true);
grant select on activity_log to mshahara_app;
grant select, insert on activity_log to mshahara_platform;
alter table activity_unsealed enable row level security;
alter table activity_unsealed force row level security;
create policy whole_platform on activity_unsealed to mshahara_platform
  using (true) with check (true);
grant select, insert, delete on activity_unsealed to mshahara_platform;
alter table activity_seals enable row level security;
alter table activity_seals force row level security;
create policy whole_platform on activity_seals to mshahara_platform using (true) with check (true);
grant select, insert on activity_seals to mshahara_platform;
alter table activity_heads enable row level security;
alter table activity_heads force row level security;
create policy whole_platform on activity_heads to mshahara_platform using (true) with check (true);
grant select, insert, update on activity_heads to mshahara_platform;

-- Functions that must see more than the caller run as the platform role, never as the owner.
grant create on schema public to mshahara_platform;
alter function activity() owner to mshahara_platform;
alter function log_act(uuid, uuid, text, text, jsonb) owner to mshahara_platform;
alter function keep_a_primary() owner to mshahara_platform;
alter function enter_session(bytea, timestamptz, timestamptz, boolean) owner to mshahara_platform;
revoke create on schema public from mshahara_platform;
revoke execute on all functions in schema public from public;
revoke execute on all procedures in schema public from public;
grant execute on function app_org(), app_user(), app_now(),
  log_act(uuid, uuid, text, text, jsonb),
  enter_session(bytea, timestamptz, timestamptz, boolean) to mshahara_app, mshahara_platform;
grant execute on function
  append_activity(uuid, uuid, text, text, text, text, jsonb) to mshahara_platform;
