-- Who may see what is decided here, once: three roles, row policies, an append-only log.
-- The owner runs migrations. `mshahara_app` serves requests inside one organisation.
-- `mshahara_platform` is the one door across organisations (sign-in, operator, background work).

grant usage on schema public to mshahara_app, mshahara_platform, mshahara_eraser;

-- ---------------------------------------------------------------- the binding

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
  salt uuid default gen_random_uuid(),
  -- What is left of the words once they are erased; the proof is made with the server's key, over
  -- what stands there now: an erasure by hand lacks it.
  erased bytea,
  erasure_proof bytea,
  created_at timestamptz not null default app_now()
);
create index activity_log_newest on activity_log (organization_id, id desc);
create index activity_log_causer on activity_log (organization_id, causer_id, id desc);
create index activity_log_module on activity_log (organization_id, log_name, id desc);
call guard_platform('activity_log');
revoke update, delete on activity_log from mshahara_platform;
create policy own_organization on activity_log for select to mshahara_app
  using (organization_id = (select bound_org()));
grant select on activity_log to mshahara_app;

-- Entries wait here until the sealer, after their commit, has put them into the chain.
create table activity_unsealed (
  entry_id bigint primary key,
  -- By the database's clock: how long an entry has waited to be sealed.
  since timestamptz not null default clock_timestamp()
);
call guard_platform('activity_unsealed');
revoke update on activity_unsealed from mshahara_platform;

create table activity_seals (
  chain uuid not null,
  position bigint not null,
  entry_id bigint not null unique,
  seal bytea not null,
  primary key (chain, position)
);
call guard_platform('activity_seals');
revoke update, delete on activity_seals from mshahara_platform;

create table activity_heads (
  chain uuid primary key,
  position bigint not null,
  seal bytea not null
);
call guard_platform('activity_heads');
revoke delete on activity_heads from mshahara_platform;

-- Anchors stand outside the database; here only how many there must be, so that a lost one shows.
create table log_anchors (
  one boolean primary key default true check (one),
  number bigint not null
);
call guard_platform('log_anchors');
revoke delete on log_anchors from mshahara_platform;

-- The platform's own chain begins with the installation: an empty one is a fault. (As the platform
-- role: row security holds for the owner too.)
set local role mshahara_platform;
with entry as (
  insert into activity_log (description, log_name, event, properties)
  values ('System', 'organizations', 'created', '{"new": {"log": "The log of the platform"}}')
  returning id
)
insert into activity_unsealed select id from entry;
reset role;

-- ---------------------------------------------------------------- logins and organisations

create table users (
  id uuid primary key default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  email text not null constraint users_email_lower check (email = lower(email)),
  phone text,
  password_hash text,
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
call guard_platform('users');
grant select (id, first_name, last_name, email, phone, avatar, super_admin, activated_at,
  email_verified_at, last_login_at, previous_login_at, last_organization_id, created_at)
  on users to mshahara_app;

-- A login of which only the address is known is nobody's news: an entry in the log of the
-- organisation that wrote the address would tell whether it had a login before.
create trigger activity after insert on users for each row
  when (new.activated_at is not null or new.super_admin)
  execute function activity('users', 'password_hash',
    'last_login_at,previous_login_at,last_organization_id');
create trigger activity_later after update on users for each row
  when ((old.activated_at is not null or new.activated_at is not null or new.super_admin)
    and current_user <> 'mshahara_eraser')
  execute function activity('users', 'password_hash',
    'last_login_at,previous_login_at,last_organization_id');
create trigger activity_last after delete on users for each row
  when (old.activated_at is not null or old.super_admin)
  execute function activity('users', 'password_hash',
    'last_login_at,previous_login_at,last_organization_id');

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
call guard_platform('organizations');
create policy own_organization on organizations to mshahara_app
  using (id = (select bound_org())) with check (id = (select bound_org()));
grant select, update on organizations to mshahara_app;
call guard_log('organizations', 'organizations', '', '');

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
  -- Each organisation's one-time password is its own: a second invitation does not end the first.
  organization_id uuid references organizations (id),
  code_hash bytea not null,
  -- The browser or address that asked: nobody else can try, or use up, a sign-in code.
  ticket_hash bytea,
  address text,
  payload jsonb,
  tries int not null default 0,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  constraint codes_one_live unique nulls not distinct (purpose, email, organization_id)
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

-- Browsers that have signed in to an account before; only a hash of their cookie is kept.
create table devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  last_used_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index devices_of_user on devices (user_id);
call guard_platform('devices');

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

-- ---------------------------------------------------------------- work and post

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
  -- Kept here too, so that a job can be ended properly whatever became of its place in the queue.
  data jsonb not null default '{}',
  result jsonb,
  error text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
-- Kinds of work that a request may start, as the server says at its start; see enqueue.
create table jobs_by_request (name text primary key);
call guard_platform('jobs_by_request');

-- What an organisation has under way.
create index jobs_under_way on jobs (organization_id, name) where state in ('queued', 'running');
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
  using (user_id = (select bound_user())) with check (user_id = (select bound_user()));
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
  -- What somebody waits for at the screen never waits for other letters.
  lane text not null default 'letters' check (lane in ('codes', 'letters')),
  -- Letters go out by turns between organisations; codes between those who wait for one.
  turn text not null generated always as
    (case lane when 'codes' then recipient else coalesce(organization_id::text, '') end) stored,
  -- By the database's clock, as everything about waiting for a server.
  tries int not null default 0,
  try_at timestamptz not null default now(),
  -- Whoever hands it over is done by then, or dead.
  held_until timestamptz,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
create index mails_newest on mails (number desc);
create index mails_waiting on mails (lane, turn, try_at) where state = 'queued';
create index mails_held on mails (held_until) where state = 'sending';
call guard_platform('mails');
