-- How people sign in, and what they prove themselves by.

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
call erasable('sessions', 'delete');
create trigger ended after delete on sessions
  for each row execute function tell_of_end();
create trigger ended_early after update of expires_at on sessions
  for each row when (new.expires_at < old.expires_at) execute function tell_of_end();

create table codes (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('sign-in', 'sign-up', 'reset', 'activation', 'email',
    'details', 'factor', 'factor-proof', 'factor-new')),
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
  -- A first password serves once. The row stays until its time is over, so that whoever tries it
  -- again can be told so.
  used_at timestamptz,
  constraint codes_one_live unique nulls not distinct (purpose, email, organization_id)
);
call guard_platform('codes');
call erasable('codes', 'delete');

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
call erasable('identities', 'delete');

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
call erasable('devices', 'delete');

-- ---------------------------------------------------------------- the second factor

-- One that is not mail: an app that shows codes, or a passkey. It belongs to the person.
create table second_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null check (length(name) between 1 and 60),
  -- The key of an app, sealed; and the last interval of 30 seconds of which a code was used.
  sealed bytea,
  last_step bigint,
  -- What a passkey is known by, and its public key.
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz,
  check ((kind = 'totp') = (sealed is not null)),
  check ((kind = 'totp') = (last_step is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null
    and counter is not null))
);
create index second_factors_of_user on second_factors (user_id);
call guard_platform('second_factors');
call erasable('second_factors', 'delete');
create trigger refuse_used_step before update of last_step on second_factors
  for each row execute function refuse_used_step();

-- Digests; a code that was used is gone.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
call guard_platform('recovery_codes');
call erasable('recovery_codes', 'delete');

-- Whether those who pay, approve or manage must use one. Only the platform writes it: who may say
-- so goes by role, which no right of the application's login stands for.
create table second_factor_settings (
  organization_id uuid primary key references organizations (id),
  required boolean not null default false
);
call settings_table('second_factor_settings', 'second-factor');
revoke update on second_factor_settings from mshahara_app;

-- ---------------------------------------------------------------- telephones

-- What is known of a telephone number over all organisations, by its last nine digits: whether its
-- owner ever answered, and whether they want no more (docs/decisions/041).
create table phone_numbers (
  digits text primary key check (digits ~ '^[0-9]{1,9}$'),
  -- Has paid at a prompt, or entered a code that was sent there.
  agreed_at timestamptz,
  stopped_at timestamptz,
  stopped_by text check (stopped_by in ('owner', 'gateway', 'operator')),
  constraint phone_numbers_stopped check ((stopped_at is null) = (stopped_by is null))
);
call guard_platform('phone_numbers');
create policy erasable on phone_numbers to mshahara_eraser using (stopped_at is null);
grant select, delete on phone_numbers to mshahara_eraser;
