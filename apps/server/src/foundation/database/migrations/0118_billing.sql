-- Money in: what organisations order, how they pay, and what they are given for it (A19). Plans,
-- what they cost and what was paid for them are written by the platform's role alone: the
-- application's own can neither order for nothing nor give a plan.

-- ---------------------------------------------------------------- packages

create table packages (
  id text primary key,
  name text not null unique,
  price numeric(14, 2) not null,
  employees int not null,
  casuals int not null
);
grant select on packages to mshahara_app, mshahara_platform;
-- The operator changes them, for new orders only: every order has a copy of its own.
grant update (price, employees, casuals) on packages to mshahara_platform;
insert into packages (id, name, price, employees, casuals) values
  ('trial', 'Trial', 0, 1000, 1000),
  ('free', 'Free', 0, 5, 5),
  ('basic', 'Basic', 2500, 25, 25),
  ('standard', 'Standard', 7500, 100, 100),
  ('enterprise', 'Enterprise', 20000, 1000, 1000);

create table package_changes (
  id bigint generated always as identity primary key,
  package_id text not null references packages (id),
  price numeric(14, 2) not null,
  employees int not null,
  casuals int not null,
  by_name text not null,
  at timestamptz not null default app_now()
);
call guard_platform('package_changes');
call guard_log('package_changes', 'subscriptions', '', '');
revoke update, delete on package_changes from mshahara_platform;
set local role mshahara_platform;
insert into package_changes (package_id, price, employees, casuals, by_name)
  select id, price, employees, casuals, 'Mshahara' from packages order by price, employees desc;
reset role;

-- ---------------------------------------------------------------- quotes and orders

-- What was shown, and holds for half an hour.
create table payment_quotes (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  type text not null check (type in ('renew', 'upgrade')),
  package_id text not null references packages (id),
  package text not null,
  duration int not null check (duration in (1, 3, 6, 9, 12)),
  -- A month.
  price numeric(14, 2) not null check (price > 0),
  employees int not null,
  casuals int not null,
  subtotal numeric(14, 2) not null,
  discount numeric(14, 2) not null check (discount >= 0),
  -- For the days that an upgrade replaces, and from the account.
  credit numeric(14, 2) not null check (credit >= 0),
  balance_used numeric(14, 2) not null check (balance_used >= 0),
  amount numeric(14, 2) not null check (amount >= 0),
  "from" date not null,
  "to" date not null,
  extra_days int not null check (extra_days >= 0),
  anchor_day int not null check (anchor_day between 1 and 31),
  -- The periods and the credit it was worked out from.
  basis text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create index payment_quotes_old on payment_quotes (expires_at);
call org_table('payment_quotes', '');
revoke insert, update, delete on payment_quotes from mshahara_app;

create table payment_orders (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  type text not null check (type in ('renew', 'upgrade')),
  package_id text not null references packages (id),
  package text not null,
  duration int not null check (duration in (1, 3, 6, 9, 12)),
  price numeric(14, 2) not null check (price > 0),
  employees int not null,
  casuals int not null,
  subtotal numeric(14, 2) not null,
  discount numeric(14, 2) not null check (discount >= 0),
  credit numeric(14, 2) not null check (credit >= 0),
  balance_used numeric(14, 2) not null check (balance_used >= 0),
  -- Whole shillings, as M-PESA takes them.
  amount numeric(14, 2) not null check (amount >= 0 and amount <= 250000 and amount % 1 = 0),
  "from" date not null,
  "to" date not null,
  extra_days int not null check (extra_days >= 0),
  anchor_day int not null check (anchor_day between 1 and 31),
  basis text not null,
  -- `credited`: its money came, and is credit.
  state text not null default 'open'
    check (state in ('open', 'paid', 'credited', 'failed', 'cancelled', 'expired', 'review')),
  -- Why it ended without being paid.
  reason text,
  settled_at timestamptz,
  phone text,
  ordered_by uuid references users (id),
  ordered_name text not null,
  ordered_email text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
-- Two tabs cannot buy twice.
create unique index payment_orders_one_open on payment_orders (organization_id)
  where state = 'open';
create unique index payment_orders_id on payment_orders (id);
create index payment_orders_newest on payment_orders (number desc);
create index payment_orders_in_review on payment_orders (number) where state = 'review';
create index payment_orders_settled on payment_orders (settled_at) where state = 'paid';
call org_table('payment_orders', 'billing');
revoke insert, update, delete on payment_orders from mshahara_app;
call erasable('payment_orders', 'update (phone, ordered_name, ordered_email)');
create trigger keep_order before insert or update or delete on payment_orders
  for each row execute function keep_order();

-- ---------------------------------------------------------------- prompts on phones

create table payment_pushes (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  order_id uuid not null,
  phone text not null,
  amount numeric(14, 2) not null check (amount > 0),
  state text not null default 'created' check (state in ('created', 'pushing', 'prompted',
    'confirming', 'paid', 'failed', 'cancelled', 'expired', 'review')),
  -- Not before.
  try_at timestamptz not null default app_now(),
  tries int not null default 0,
  sent_at timestamptz,
  checkout_id text,
  -- When M-PESA is asked next.
  ask_at timestamptz,
  asks int not null default 0,
  confirming_at timestamptz,
  settled_at timestamptz,
  -- As M-PESA calls it, and what it says was paid.
  receipt text,
  paid_amount numeric(14, 2),
  -- What the money was used for.
  applied text check (applied in ('order', 'credit')),
  code text,
  reason text,
  alarm text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payment_pushes_order foreign key (organization_id, order_id)
    references payment_orders (organization_id, id),
  constraint payment_pushes_applied check ((state = 'paid') = (applied is not null))
);
create unique index payment_pushes_id on payment_pushes (id);
create unique index payment_pushes_checkout on payment_pushes (checkout_id)
  where checkout_id is not null;
create unique index payment_pushes_receipt on payment_pushes (plain_reference(receipt));
-- However many are paid, one of them pays the order.
create unique index payment_pushes_once on payment_pushes (organization_id, order_id)
  where applied = 'order';
create index payment_pushes_of_order on payment_pushes (organization_id, order_id, number);
create index payment_pushes_due on payment_pushes (try_at) where state = 'created';
create index payment_pushes_asked on payment_pushes (ask_at) where ask_at is not null;
create index payment_pushes_live on payment_pushes (created_at)
  where state in ('created', 'pushing', 'prompted', 'confirming');
create index payment_pushes_to on payment_pushes (digits_of(phone), created_at);
call org_table('payment_pushes', '');
-- A request asks for a prompt; what becomes of it, only M-PESA says.
revoke insert, update, delete on payment_pushes from mshahara_app;
call erasable('payment_pushes', 'update (phone)');
create trigger keep_push before update or delete on payment_pushes
  for each row execute function keep_push();
create trigger guard_prompt before insert on payment_pushes
  for each row when (new.state = 'created') execute function guard_prompt();
create trigger note_agreed after update on payment_pushes
  for each row when (new.state = 'paid' and old.state <> 'paid') execute function guard_prompt();

-- What was said and done, for people to read.
create table payment_steps (
  organization_id uuid not null default app_org() references organizations (id),
  id bigint generated always as identity,
  push_id uuid not null,
  what text not null,
  text text not null,
  by_name text,
  at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payment_steps_push foreign key (organization_id, push_id)
    references payment_pushes (organization_id, id)
);
create index payment_steps_of_push on payment_steps (organization_id, push_id, id);
call org_table('payment_steps', '');
revoke insert, update, delete on payment_steps from mshahara_app;
call erasable('payment_steps', 'update (text)');

-- ---------------------------------------------------------------- receipts

create table receipt_numbers (
  one boolean primary key default true check (one),
  last bigint not null
);
call guard_platform('receipt_numbers');
revoke delete on receipt_numbers from mshahara_platform;
set local role mshahara_platform;
insert into receipt_numbers (last) values (0);
reset role;

-- Money that came in is written down once, whichever way it was heard of.
create table payment_receipts (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  receipt_no text not null unique,
  -- Nothing for an order that credit has paid: its receipt says so.
  amount numeric(14, 2) not null check (amount >= 0 and amount % 1 = 0),
  method text not null check (method in ('M-PESA', 'Bank', 'Card', 'Manual', 'Credit')),
  -- As the statement has it; null while M-PESA has told of the payment but not its number.
  reference text,
  -- The number that M-PESA tells of a payment, where somebody has entered it for another one: one
  -- of the two was given for nothing, and both are on the operator's list.
  told_reference text,
  -- What the money was used for.
  applied text not null check (applied in ('order', 'credit')),
  order_id uuid,
  push_id uuid,
  -- Whoever entered it, where M-PESA did not tell of it.
  by_name text,
  received_at timestamptz not null default app_now(),
  sent_at timestamptz,
  -- Credit that was entered by hand and is none is taken back by an entry of its own. The receipt
  -- stays, and the reference can be entered again, where the money belongs.
  taken_back_at timestamptz,
  primary key (organization_id, id),
  constraint payment_receipts_order foreign key (organization_id, order_id)
    references payment_orders (organization_id, id),
  constraint payment_receipts_push foreign key (organization_id, push_id)
    references payment_pushes (organization_id, id),
  constraint payment_receipts_credit check ((method = 'Credit') = (amount = 0)),
  constraint payment_receipts_used check (applied = 'credit' or order_id is not null)
);
-- However it is typed, and whoever it was entered for, one payment counts once.
create unique index payment_receipts_once on payment_receipts (plain_reference(reference))
  where method <> 'Credit' and taken_back_at is null;
create unique index payment_receipts_of_push on payment_receipts (organization_id, push_id)
  where push_id is not null;
create unique index payment_receipts_of_order on payment_receipts (organization_id, order_id)
  where applied = 'order';
create index payment_receipts_newest on payment_receipts (number desc);
create index payment_receipts_received on payment_receipts (received_at);
create index payment_receipts_nameless on payment_receipts (received_at)
  where method = 'M-PESA' and reference is null;
create index payment_receipts_told on payment_receipts (plain_reference(told_reference))
  where told_reference is not null;
call org_table('payment_receipts', 'billing', '', 'sent_at');
revoke insert, update, delete on payment_receipts from mshahara_app;
create trigger keep_receipt before insert or update or delete on payment_receipts
  for each row execute function keep_receipt();

-- ---------------------------------------------------------------- credit, decisions

-- What an organisation has paid and not used; its sum is what is left.
create table payment_credits (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  amount numeric(14, 2) not null check (amount <> 0 and amount % 1 = 0),
  what text not null,
  reference text,
  order_id uuid,
  push_id uuid,
  receipt_id uuid,
  takes_back uuid,
  by_name text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payment_credits_order foreign key (organization_id, order_id)
    references payment_orders (organization_id, id),
  constraint payment_credits_push foreign key (organization_id, push_id)
    references payment_pushes (organization_id, id),
  constraint payment_credits_receipt foreign key (organization_id, receipt_id)
    references payment_receipts (organization_id, id),
  constraint payment_credits_takes_back foreign key (organization_id, takes_back)
    references payment_credits (organization_id, id),
  -- Money on the account has its receipt, for the same amount, and no other entry has it.
  constraint payment_credits_proven
    check (receipt_id is not null or push_id is null and reference is null)
);
create unique index payment_credits_once on payment_credits (organization_id, push_id)
  where push_id is not null;
create unique index payment_credits_money on payment_credits (organization_id, receipt_id)
  where receipt_id is not null;
create unique index payment_credits_back_once on payment_credits (organization_id, takes_back)
  where takes_back is not null;
create index payment_credits_of on payment_credits (organization_id, number);
call org_table('payment_credits', 'billing');
revoke insert, update, delete on payment_credits from mshahara_app;
create trigger check_credit before insert on payment_credits
  for each row execute function check_credit();
create trigger keep_credit before update or delete on payment_credits
  for each row execute function never_changed();
create trigger mark_taken_back after insert on payment_credits
  for each row when (new.takes_back is not null) execute function mark_taken_back();

-- What the operator found out about a payment that nobody else could settle.
create table payment_decisions (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  push_id uuid not null,
  -- `entered`: it is what had been entered by hand.
  outcome text not null check (outcome in ('paid', 'credit', 'entered', 'unpaid')),
  amount numeric(14, 2),
  reference text not null,
  reason text not null,
  decided_by uuid references users (id),
  decided_name text not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payment_decisions_order foreign key (organization_id, order_id)
    references payment_orders (organization_id, id),
  constraint payment_decisions_push foreign key (organization_id, push_id)
    references payment_pushes (organization_id, id)
);
create index payment_decisions_of on payment_decisions (organization_id, order_id);
call org_table('payment_decisions', 'billing');
revoke insert, update, delete on payment_decisions from mshahara_app;
create trigger keep_decision before update or delete on payment_decisions
  for each row execute function never_changed();

-- ---------------------------------------------------------------- periods

create table subscriptions (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  -- The order in which they were added, also where two fall on one instant.
  number bigint generated always as identity,
  order_id uuid,
  package_id text not null references packages (id),
  price numeric(14, 2) not null,
  employees int not null,
  -- As the package had it when it was taken; where there is none, as it has it now.
  casuals int,
  -- All that went into it: what was paid, and credit that had been paid before.
  paid numeric(14, 2) not null default 0 check (paid >= 0),
  "from" date not null,
  "to" date not null,
  -- The day of the month on which a renewal ends, where the month has one.
  anchor_day int check (anchor_day between 1 and 31),
  -- Another plan took its place on that day.
  ended_on date,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint subscriptions_order foreign key (organization_id, order_id)
    references payment_orders (organization_id, id),
  constraint subscriptions_free check (paid = 0 or order_id is not null),
  constraint subscriptions_period check ("to" > "from")
);
create unique index subscriptions_once on subscriptions (organization_id, order_id)
  where order_id is not null;
create index subscriptions_newest on subscriptions (organization_id, "from" desc, number desc)
  where ended_on is null;
call org_table('subscriptions', 'subscriptions');
revoke insert, update, delete on subscriptions from mshahara_app;
create trigger keep_period before insert or update or delete on subscriptions
  for each row execute function keep_period();

-- Reminders that an end is near, one for each number of days.
create table subscription_reminders (
  organization_id uuid not null references organizations (id),
  "to" date not null,
  days int not null check (days in (0, 1, 3, 7)),
  sent_at timestamptz not null default app_now(),
  primary key (organization_id, "to", days)
);
call guard_platform('subscription_reminders');
