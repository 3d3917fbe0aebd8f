-- Work that goes on after a request, letters, and what the platform has to tell its operators.

-- ---------------------------------------------------------------- work

create table numbers (
  organization_id uuid not null default app_org() references organizations (id),
  name text not null,
  last int not null,
  primary key (organization_id, name)
);
call org_table('numbers', '');
revoke delete on numbers from mshahara_app;
create trigger only_rises before update on numbers
  for each row when (current_user = 'mshahara_app') execute function number_only_rises();
-- Whoever makes something that is numbered.
call guard_rights('numbers', 'insert or update', 'create employees', 'create casuals',
  'create payrolls', 'create departments', 'create designations', 'create work-stations',
  'create commission-rates');

create table jobs (
  id uuid primary key default gen_random_uuid(),
  -- None for work that the operator starts.
  organization_id uuid default app_org() references organizations (id),
  user_id uuid not null references users (id),
  name text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  done int not null default 0,
  total int not null default 0,
  -- Kept here too, so that a job can be ended properly whatever became of its place in the queue.
  data jsonb not null default '{}',
  result jsonb,
  error text,
  -- Somebody has looked at it and leaves it as it is.
  set_aside boolean not null default false,
  -- When a screen last asked how far it is: whoever is looking needs no other news of its end.
  asked_at timestamptz,
  created_at timestamptz not null default app_now()
);
-- What an organisation has under way.
create index jobs_under_way on jobs (organization_id, name) where state in ('queued', 'running');
create index jobs_failed on jobs (created_at desc) where state = 'failed' and not set_aside;
call org_table('jobs', '');
-- A job is done for whoever asked for it, and says itself how far it is.
create trigger guard_own before insert or update on jobs
  for each row when (current_user = 'mshahara_app') execute function guard_job();
revoke delete on jobs from mshahara_app;

-- Kinds of work that a request may start, as the server says at its start; see enqueue.
create table jobs_by_request (name text primary key);
call guard_platform('jobs_by_request');

-- What a request was answered, for one that is repeated.
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
call erasable('answers', 'delete');

-- ---------------------------------------------------------------- post

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
  -- What somebody waits for at the screen never waits for other letters. Text messages go by the
  -- road of the letters, in a lane of their own.
  lane text not null default 'letters' check (lane in ('codes', 'letters', 'many', 'texts')),
  -- Letters go out by turns between organisations; codes between those who wait for one.
  turn text not null generated always as
    (case lane when 'codes' then recipient else coalesce(organization_id::text, '') end) stored,
  -- By the database's clock, as everything about waiting for a server.
  tries int not null default 0,
  try_at timestamptz not null default now(),
  -- Whoever hands it over is done by then, or dead.
  held_until timestamptz,
  -- Somebody has looked at it and leaves it as it is.
  set_aside boolean not null default false,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
create index mails_newest on mails (number desc);
create index mails_waiting on mails (lane, turn, try_at) where state = 'queued';
create index mails_held on mails (held_until) where state = 'sending';
create index mails_failed on mails (number desc)
  where state in ('failed', 'uncertain') and not set_aside;
create index mails_texts_to on mails (digits_of(recipient), created_at) where lane = 'texts';
call guard_platform('mails');
call erasable('mails', 'delete');

-- ---------------------------------------------------------------- letters to many

create table mass_emails (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity,
  audience text not null check (audience in ('all', 'active')),
  -- News can be unsubscribed from; a notice about the contract goes to everybody.
  kind text not null check (kind in ('news', 'service')),
  subject text not null check (subject !~ '[[:cntrl:]]'),
  -- As it was sent, after cleaning.
  message text not null,
  recipients int not null,
  unsubscribed int not null,
  -- How often failed or uncertain ones were sent again.
  resends int not null default 0,
  sent_by uuid references users (id),
  sent_name text not null,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  stopped_at timestamptz,
  stopped_name text
);
create unique index mass_emails_newest on mass_emails (number desc);
create index mass_emails_under_way on mass_emails (number) where finished_at is null;
call guard_platform('mass_emails');
revoke update, delete on mass_emails from mshahara_platform;
grant update (resends, finished_at, stopped_at, stopped_name) on mass_emails to mshahara_platform;
call guard_log('mass_emails', 'mass-email', '', 'finished_at');

-- Each address once, however many organisations it belongs to.
create table mass_email_recipients (
  mass_email_id uuid not null references mass_emails (id),
  email text not null,
  -- `waiting`: not yet in the outbox. `queued` and after: as its message there.
  state text not null default 'waiting' check (state in
    ('waiting', 'queued', 'sent', 'failed', 'uncertain', 'unsubscribed', 'stopped')),
  error text,
  mail_id uuid,
  updated_at timestamptz not null default app_now(),
  primary key (mass_email_id, email)
);
create index mass_email_recipients_open on mass_email_recipients (state, mass_email_id, email)
  where state in ('waiting', 'queued');
create index mass_email_recipients_mail on mass_email_recipients (mail_id);
create index mass_email_recipients_email on mass_email_recipients (email);
call guard_platform('mass_email_recipients');
call erasable('mass_email_recipients', 'update (email)');

-- Only a digest of the address in a letter is kept: nobody else can use it.
create table unsubscribe_links (
  token_hash bytea primary key,
  email text not null,
  created_at timestamptz not null default app_now()
);
create index unsubscribe_links_of_email on unsubscribe_links (email);
call guard_platform('unsubscribe_links');
call erasable('unsubscribe_links', 'delete');

-- Who wants no more of them.
create table unsubscribed (
  email text primary key,
  created_at timestamptz not null default app_now()
);
call guard_platform('unsubscribed');
call erasable('unsubscribed', 'delete');

-- ---------------------------------------------------------------- the operator's bell

-- What the platform has to tell its operators; it belongs to no organisation.
create table operator_news (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  key text not null,
  title text not null,
  text text not null,
  link text,
  read_at timestamptz,
  created_at timestamptz not null default app_now()
);
-- The same is told again only to whoever has read it.
create unique index operator_news_unread on operator_news (user_id, key) where read_at is null;
create index operator_news_newest on operator_news (user_id, created_at desc);
call guard_platform('operator_news');
create trigger news after insert on operator_news
  for each row execute function tell_of_news();

-- The desk's numbers as they were told last: only more of something is news.
create table desk_counts (
  key text primary key,
  count int not null
);
call guard_platform('desk_counts');
