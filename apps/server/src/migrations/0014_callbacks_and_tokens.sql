-- One road for all callbacks, and one token of a provider for all servers.

-- The answer to a test of the connection is a callback like any other.
alter table provider_events drop constraint provider_events_kind_check;
alter table provider_events add constraint provider_events_kind_check
  check (kind in ('result', 'timeout', 'answer', 'test'));

-- For housekeeping.
create index provider_events_age on provider_events (received_at);

drop trigger activity on integrations;
alter table integrations drop column test_hash;
-- Of the test whose answer is still expected.
alter table integrations add column test_id uuid;
create index integrations_test on integrations (test_id) where test_id is not null;
call guard_log('integrations', 'integrations', 'sealed,hook_hash',
  'tested_at,test_result,test_id,balance,balance_at');
grant update (test_id) on integrations to mshahara_app;

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
