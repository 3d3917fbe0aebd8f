-- Money out: who is paid, how, and what became of each instruction (C4, C14).

-- ---------------------------------------------------------------- callbacks

-- What a provider's callback is about. Only a digest of the address it may use is kept.
create table provider_hooks (
  token_hash bytea primary key,
  organization_id uuid references organizations (id),
  -- Which area waits for it, and for what.
  subject text not null,
  subject_id uuid not null,
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
  subject text not null,
  subject_id uuid not null,
  provider text not null,
  kind text not null check (kind in ('result', 'timeout', 'answer')),
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
call guard_platform('provider_events');
create policy erasure on provider_events to mshahara_eraser using (true) with check (true);
grant select, delete on provider_events to mshahara_eraser;

-- ---------------------------------------------------------------- who asked, who agreed

create table payout_settings (
  organization_id uuid primary key references organizations (id),
  -- Null: as soon as there is a second person.
  second_person boolean
);
call settings_table('payout_settings', 'payouts');

create table payout_requests (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'declined', 'expired')),
  -- Of everything that would be paid: another one means that something has changed since.
  digest text not null,
  count int not null check (count > 0),
  total numeric(14, 2) not null check (total > 0),
  requested_by uuid references users (id),
  requested_name text not null,
  decided_by uuid references users (id),
  decided_name text,
  decided_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payout_requests_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id)
);
create unique index payout_requests_waiting on payout_requests (organization_id, payroll_id)
  where state = 'waiting';
create index payout_requests_of_payroll on payout_requests (organization_id, payroll_id);
call org_table('payout_requests', 'payouts', '', 'digest');

-- ---------------------------------------------------------------- payouts

-- One for each payslip and method. What has become of it is what became of its attempts.
create table payouts (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  request_id uuid not null,
  payroll_id uuid not null,
  payslip_id uuid not null,
  employee_id uuid not null,
  method text not null check (method in ('bank', 'mpesa')),
  net numeric(14, 2) not null check (net > 0),
  amount numeric(14, 2) not null check (amount > 0),
  -- Cents that the method cannot pay (C3).
  rounding numeric(14, 2) not null default 0 check (rounding >= 0 and rounding < 1),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payouts_add_up check (amount + rounding = net),
  constraint payouts_request foreign key (organization_id, request_id)
    references payout_requests (organization_id, id),
  constraint payouts_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id),
  constraint payouts_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id),
  constraint payouts_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create unique index payouts_once on payouts (organization_id, payslip_id, method);
create index payouts_of_payroll on payouts (organization_id, payroll_id, number);
-- Bulk lines are not logged one by one: the request is, with count and total.
call org_table('payouts', '');
create policy erasure on payouts to mshahara_eraser using (true) with check (true);
grant select on payouts to mshahara_eraser;
revoke update, delete on payouts from mshahara_app;
create trigger payout_of_its_slip before insert on payouts
  for each row execute function payout_of_its_slip();
create trigger keep_payout before update or delete on payouts
  for each row execute function never_changed();

-- One for each instruction to a provider.
create table payout_attempts (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  payout_id uuid not null,
  -- Of the payout, again: what must be there once at most is counted by it.
  slip_id uuid not null,
  attempt_no int not null check (attempt_no between 1 and 99),
  integration_id uuid not null,
  provider text not null,
  -- What the provider knows it by, for ever.
  key text not null,
  amount numeric(14, 2) not null check (amount > 0),
  name text not null,
  account text not null,
  bank_code text,
  bank text not null,
  narration text not null,
  state text not null default 'created' check (state in
    ('created', 'sending', 'submitted', 'processing', 'unknown', 'paid', 'failed', 'review')),
  -- Not before.
  try_at timestamptz not null default app_now(),
  tries int not null default 0,
  sent_at timestamptz,
  -- Whoever sends it has until then; afterwards nobody knows.
  leased_until timestamptz,
  provider_ref text,
  -- When the provider is asked next.
  ask_at timestamptz,
  asks int not null default 0,
  not_found_at timestamptz,
  -- Sent again once the provider has confirmed that it failed.
  retry_wanted text,
  settled_at timestamptz,
  -- Whose word ended it: the answer, the result, a question, a person, or nobody sent it.
  settled_by text check (settled_by in ('answer', 'result', 'question', 'person', 'withdrawn')),
  receipt text,
  code text,
  reason text,
  alarm text,
  -- Whoever may pay has heard that it failed, or waits for a decision.
  told boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payout_attempts_payout foreign key (organization_id, payout_id)
    references payouts (organization_id, id),
  constraint payout_attempts_integration foreign key (organization_id, integration_id)
    references integrations (organization_id, id),
  constraint payout_attempts_settled
    check ((state in ('paid', 'failed')) = (settled_at is not null))
);
-- Another instruction for a payslip, by whatever method, only when every earlier one has failed.
create unique index payout_attempts_once on payout_attempts (organization_id, slip_id)
  where state <> 'failed';
-- The rounds work across organisations.
create unique index payout_attempts_id on payout_attempts (id);
create unique index payout_attempts_no on payout_attempts (organization_id, payout_id, attempt_no);
create unique index payout_attempts_key on payout_attempts (provider, key);
create unique index payout_attempts_receipt on payout_attempts (provider, receipt)
  where receipt is not null;
create index payout_attempts_due on payout_attempts (integration_id, try_at, number)
  where state = 'created';
create index payout_attempts_open on payout_attempts (ask_at) where ask_at is not null;
create index payout_attempts_old on payout_attempts (sent_at)
  where state in ('processing', 'unknown');
create index payout_attempts_untold on payout_attempts (number)
  where state in ('failed', 'review') and not told;
create index payout_attempts_of_slip on payout_attempts (organization_id, slip_id, number desc);
create index payout_attempts_sending on payout_attempts (leased_until) where state = 'sending';
call org_table('payout_attempts', '');
revoke delete on payout_attempts from mshahara_app;
create policy erasure on payout_attempts to mshahara_eraser using (true) with check (true);
grant select, update (name, account, bank) on payout_attempts to mshahara_eraser;
create trigger keep_attempt before update or delete on payout_attempts
  for each row execute function keep_attempt();

-- What was said and done, for people to read.
create table payout_steps (
  organization_id uuid not null default app_org() references organizations (id),
  id bigint generated always as identity,
  attempt_id uuid not null,
  what text not null,
  text text not null,
  by_name text,
  data jsonb,
  at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payout_steps_attempt foreign key (organization_id, attempt_id)
    references payout_attempts (organization_id, id)
);
create index payout_steps_of_attempt on payout_steps (organization_id, attempt_id, id);
call org_table('payout_steps', '');
revoke update, delete on payout_steps from mshahara_app;

-- What a person says became of it, until a second one agrees.
create table payout_decisions (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  attempt_id uuid not null,
  paid boolean not null,
  reference text not null,
  reason text not null,
  decided_by uuid references users (id),
  decided_name text not null,
  agreed_by uuid references users (id),
  agreed_name text,
  agreed_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payout_decisions_attempt foreign key (organization_id, attempt_id)
    references payout_attempts (organization_id, id)
);
create unique index payout_decisions_open on payout_decisions (organization_id, attempt_id)
  where agreed_at is null;
call org_table('payout_decisions', 'payouts');

-- ---------------------------------------------------------------- how fast, and whether at all

create table payment_lanes (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null,
  -- What may be sent at once, refilled by the second.
  tokens numeric not null default 1,
  refilled_at timestamptz not null default app_now(),
  -- A provider that asks to come later halves it for a while.
  slow_until timestamptz,
  paused_at timestamptz,
  paused_reason text,
  -- Until a payment has gone through, they are sent one by one: wrong credentials lock an account.
  proven_at timestamptz,
  primary key (organization_id, id),
  constraint payment_lanes_integration foreign key (organization_id, id)
    references integrations (organization_id, id)
);
call org_table('payment_lanes', 'payouts', '', 'tokens,refilled_at,slow_until,proven_at');

-- ---------------------------------------------------------------- what a run allows

create trigger payrolls_paid_out before update on payrolls
  for each row when (new.status = 'reversed') execute function refuse_paid_out();
