-- Banks and M-PESA: what an organisation pays with, and what they tell us.

create table integrations (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  type text not null check (type in ('bank', 'mpesa', 'paypal', 'stripe')),
  provider text not null,
  -- The organisation's when it was added; null for M-PESA.
  bank_code text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- What may be shown. Secrets are in `sealed`, under a key that is not in the database.
  meta jsonb not null default '{}',
  sealed bytea not null,
  -- Of the token in the address that a bank was given for its callbacks.
  hook_hash bytea,
  created_at timestamptz not null default app_now(),
  tested_at timestamptz,
  test_result text,
  -- Of the test whose answer is still expected.
  test_id uuid,
  balance numeric(16, 2),
  balance_at timestamptz,
  primary key (organization_id, id)
);
-- Replaced ones stay: payments point to what they were made with.
create unique index integrations_one_active on integrations (organization_id, type)
  where status = 'active';
create index integrations_hook on integrations (hook_hash) where hook_hash is not null;
create index integrations_test on integrations (test_id) where test_id is not null;
call org_table('integrations', 'integrations', 'sealed,hook_hash',
  'tested_at,test_result,test_id,balance,balance_at');
-- The operator adds them; an organisation may only try them out.
revoke insert, update, delete on integrations from mshahara_app;
grant update (tested_at, test_result, test_id, balance, balance_at) on integrations
  to mshahara_app;
call guard_rights('integrations', 'update', 'view integrations', 'pay payrolls');

-- ---------------------------------------------------------------- callbacks

-- What a provider's callback is about. Only a digest of the address it may use is kept.
create table provider_hooks (
  token_hash bytea primary key,
  organization_id uuid references organizations (id),
  -- Which area waits for it, and for what.
  subject text not null,
  subject_id uuid not null,
  -- What may be heard at an address is what it was made for: the address of a result, written a
  -- letter otherwise, is not taken for the answer to a question.
  kind text not null default 'result' check (kind in ('result', 'answer', 'test')),
  provider text not null,
  created_at timestamptz not null default app_now()
);
create index provider_hooks_of_subject on provider_hooks (subject_id);
create index provider_hooks_age on provider_hooks (created_at);
call guard_platform('provider_hooks');

-- Kept before anything is made of it, without secrets.
create table provider_events (
  id bigint generated always as identity primary key,
  organization_id uuid references organizations (id),
  -- Given when it came: one that is stored twice, from a file as well, is there once.
  arrival uuid,
  subject text not null,
  subject_id uuid not null,
  provider text not null,
  kind text not null check (kind in ('result', 'timeout', 'answer', 'test')),
  -- Null when it could not be read.
  body jsonb,
  source text,
  received_at timestamptz not null default app_now(),
  applied_at timestamptz,
  -- What was made of it.
  outcome text
);
create index provider_events_waiting on provider_events (subject, id) where applied_at is null;
create index provider_events_of_subject on provider_events (subject_id, id);
create unique index provider_events_arrival on provider_events (arrival);
-- For housekeeping.
create index provider_events_age on provider_events (received_at);
call guard_platform('provider_events');
call erasable('provider_events', 'delete');

-- A provider ends the last token when it gives a new one: servers use the same.
create table provider_tokens (
  -- A digest of address and keys.
  name text primary key,
  -- Under the key that is not in the database.
  sealed bytea not null,
  -- To find out whether it is this one that the provider has refused.
  token_hash bytea not null,
  ends_at timestamptz not null
);
call guard_platform('provider_tokens');
