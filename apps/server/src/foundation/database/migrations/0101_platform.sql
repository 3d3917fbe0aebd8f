-- Who may see what is decided here, once: three roles, row policies, an append-only log.
-- The owner runs migrations. `mshahara_app` serves requests inside one organisation.
-- `mshahara_platform` is the one door across organisations (sign-in, operator, background work).
-- `mshahara_eraser` is nobody's: `erase_person` works as it, and `erasable` says on which tables.

grant usage on schema public to mshahara_app, mshahara_platform, mshahara_eraser;

-- ---------------------------------------------------------------- the binding

create table binding_keys (
  id boolean primary key default true check (id),
  key bytea not null,
  -- Only where stories are played under a set clock may a caller say what time it is.
  story boolean not null default false
);
insert into binding_keys (key)
  select sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8'))
  from generate_series(1, 4);
call guard_platform('binding_keys');
revoke insert, update, delete on binding_keys from mshahara_platform;

-- What each role is granted: filled from the contract at every start, and by nothing else.
create table role_grants (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
grant select on role_grants to mshahara_app, mshahara_platform;

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
call erasable('activity_log', 'insert, update (description, properties, salt, erased,
  erasure_proof)');

-- Entries wait here until the sealer, after their commit, has put them into the chain.
create table activity_unsealed (
  entry_id bigint primary key,
  -- By the database's clock: how long an entry has waited to be sealed.
  since timestamptz not null default clock_timestamp()
);
call guard_platform('activity_unsealed');
revoke update on activity_unsealed from mshahara_platform;
call erasable('activity_unsealed', 'insert');

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

-- Holds nothing: it is locked by whoever seals the log. The heads are vacuumed again and again
-- while much is sealed, and whoever locks them for that waits a second for it each time.
create table sealer_turn (nothing boolean);
call guard_platform('sealer_turn');

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
