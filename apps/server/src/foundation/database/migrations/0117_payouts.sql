-- Money out: who asked, who agreed, who is paid, and what became of each instruction (C4, C14).

-- ---------------------------------------------------------------- who asked, who agreed

create table payout_requests (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  run_id uuid not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'declined', 'expired')),
  -- Of everything that would be paid: another one means that something has changed since.
  digest text not null,
  count int not null check (count > 0),
  total numeric(14, 2) not null check (total > 0),
  -- Payslips of people who had left before its days, which were ticked to be paid all the same.
  leavers uuid[] not null default '{}',
  requested_by uuid references users (id),
  requested_name text not null,
  decided_by uuid references users (id),
  decided_name text,
  decided_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payout_requests_run foreign key (organization_id, run_id)
    references payrolls (organization_id, id)
);
create unique index payout_requests_waiting on payout_requests (organization_id, run_id)
  where state = 'waiting';
create index payout_requests_of_run on payout_requests (organization_id, run_id);
call org_table('payout_requests', 'payouts', '', 'digest');
revoke delete on payout_requests from mshahara_app;
-- The application's own role orders only what the person behind it may order (C14, C19, C20).
create trigger guard_order before insert or update on payout_requests
  for each row when (current_user = 'mshahara_app') execute function guard_payout_request();

-- ---------------------------------------------------------------- payouts

-- One for each payslip and method. What has become of it is what became of its attempts.
create table payouts (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  request_id uuid not null,
  run_id uuid not null,
  slip_id uuid not null,
  employee_id uuid,
  casual_id uuid,
  payee_id uuid generated always as (coalesce(employee_id, casual_id)) stored,
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
  constraint payouts_run foreign key (organization_id, run_id)
    references payrolls (organization_id, id),
  constraint payouts_slip foreign key (organization_id, slip_id)
    references payslips (organization_id, id),
  constraint payouts_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint payouts_casual foreign key (organization_id, casual_id)
    references casuals (organization_id, id),
  constraint payouts_of_one_payee check (num_nonnulls(employee_id, casual_id) = 1)
);
create unique index payouts_once on payouts (organization_id, slip_id, method);
create index payouts_of_run on payouts (organization_id, run_id, number);
-- Bulk lines are not logged one by one: the request is, with count and total.
call org_table('payouts', '');
revoke update, delete on payouts from mshahara_app;
call erasable('payouts');
create trigger payout_of_its_slip before insert on payouts
  for each row execute function payout_of_its_slip();
create trigger keep_payout before update or delete on payouts
  for each row execute function never_changed();
create trigger guard_order after insert on payouts referencing new table as added
  for each statement when (current_user = 'mshahara_app') execute function guard_payouts();

-- One for each instruction to a provider.
create table payout_attempts (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  payout_id uuid not null,
  -- The order it was made under.
  request_id uuid,
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
  -- A failure that somebody reported is none until the provider, asked, confirms it (C19).
  surely_failed boolean not null generated always as
    (state = 'failed' and settled_by is distinct from 'result') stored,
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
  constraint payout_attempts_request foreign key (organization_id, request_id)
    references payout_requests (organization_id, id),
  constraint payout_attempts_integration foreign key (organization_id, integration_id)
    references integrations (organization_id, id),
  constraint payout_attempts_settled
    check ((state in ('paid', 'failed')) = (settled_at is not null))
);
-- Another instruction for a payslip, by whatever method, only when every earlier one surely failed.
create unique index payout_attempts_once on payout_attempts (organization_id, slip_id)
  where not surely_failed;
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
create index payout_attempts_of_request on payout_attempts (organization_id, request_id, slip_id);
create index payout_attempts_review on payout_attempts (created_at) where state = 'review';
call org_table('payout_attempts', '');
revoke delete on payout_attempts from mshahara_app;
call erasable('payout_attempts', 'update (name, account, bank)');
create trigger instruct_once before insert on payout_attempts
  for each row execute function instruct_once();
create trigger keep_attempt before update or delete on payout_attempts
  for each row execute function keep_attempt();
create trigger guard_order after insert on payout_attempts referencing new table as added
  for each statement when (current_user = 'mshahara_app') execute function guard_instructions();
create trigger guard_changes after update on payout_attempts
  referencing old table as former new table as changed
  for each statement when (current_user = 'mshahara_app')
  execute function guard_instruction_changes();

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
call guard_rights('payout_steps', 'insert', 'pay payrolls');

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
revoke delete on payout_decisions from mshahara_app;
create trigger guard_order before insert or update on payout_decisions
  for each row when (current_user = 'mshahara_app') execute function guard_payout_decision();

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
revoke delete on payment_lanes from mshahara_app;
call guard_rights('payment_lanes', 'insert or update', 'pay payrolls');

-- ---------------------------------------------------------------- the day of payment

-- Outside the frozen rows: a run is confirmed before the bank has paid it.
create table payroll_payments (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null,
  paid_on date not null,
  primary key (organization_id, id),
  constraint payroll_payments_payroll foreign key (organization_id, id)
    references payrolls (organization_id, id)
);
call org_table('payroll_payments', 'payroll');
-- A run is reversed, or it has a day of payment: never both.
create trigger of_confirmed before insert or update on payroll_payments
  for each row execute function payment_of_confirmed();
create trigger payments_in_doubt before insert or update on payroll_payments
  for each row execute function refuse_payment_in_doubt();
create trigger note_recorded after insert or update on payroll_payments
  for each row execute function note_recorded_payment();
create trigger note_removed after delete on payroll_payments
  for each row execute function note_removed_payment();
create trigger guard_right before insert or update or delete on payroll_payments
  for each row when (current_user = 'mshahara_app') execute function guard_right('pay payrolls');

-- One that was taken back frees its people to be paid: whoever agrees to that sees it.
create table payment_days_removed (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  paid_on date not null,
  removed_by text not null,
  removed_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payment_days_removed_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id)
);
create index payment_days_removed_of_run on payment_days_removed (organization_id, payroll_id);
call org_table('payment_days_removed', '');
revoke insert, update, delete on payment_days_removed from mshahara_app;

-- Whose payslips a day of payment speaks of: whoever is not paid by M-PESA when it is recorded, or
-- comes to be paid by bank while it stands. It stays so whatever their record says afterwards
-- (C19).
create table payments_recorded (
  organization_id uuid not null default app_org() references organizations (id),
  slip_id uuid not null,
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  -- Set when the day of payment was taken back.
  removed_id uuid,
  primary key (organization_id, slip_id, id),
  constraint payments_recorded_payslip foreign key (organization_id, slip_id)
    references payslips (organization_id, id),
  constraint payments_recorded_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id),
  constraint payments_recorded_removed foreign key (organization_id, removed_id)
    references payment_days_removed (organization_id, id)
);
create unique index payments_recorded_once on payments_recorded (organization_id, slip_id)
  where removed_id is null;
create index payments_recorded_of_run on payments_recorded (organization_id, payroll_id);
call org_table('payments_recorded', '');
revoke insert, update, delete on payments_recorded from mshahara_app;
