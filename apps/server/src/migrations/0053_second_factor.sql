-- A second factor that is not mail: an app that shows codes, or a passkey. It belongs to the person.

alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('sign-in', 'sign-up',
  'reset', 'activation', 'email', 'details', 'factor', 'factor-proof', 'factor-new'));

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
create trigger refuse_used_step before update of last_step on second_factors
  for each row execute function refuse_used_step();

-- Digests; a code that was used is gone.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
call guard_platform('recovery_codes');
create policy erasure on second_factors to mshahara_eraser using (true) with check (true);
create policy erasure on recovery_codes to mshahara_eraser using (true) with check (true);
grant select, delete on second_factors, recovery_codes to mshahara_eraser;

-- Whether those who pay, approve or manage must use one. Only the platform writes it: who may say so
-- goes by role, which no right of the application's login stands for.
create table second_factor_settings (
  organization_id uuid primary key references organizations (id),
  required boolean not null default false
);
call settings_table('second_factor_settings', 'second-factor');
revoke update on second_factor_settings from mshahara_app;
