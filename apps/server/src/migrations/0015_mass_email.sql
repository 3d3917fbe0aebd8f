-- Letters from the operator to many: what was sent, to whom, and who wants no more of them.

alter table mails drop constraint mails_lane_check;
alter table mails add constraint mails_lane_check check (lane in ('codes', 'letters', 'many'));

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
  finished_at timestamptz
);
create unique index mass_emails_newest on mass_emails (number desc);
create index mass_emails_under_way on mass_emails (number) where finished_at is null;
call guard_platform('mass_emails');
revoke update, delete on mass_emails from mshahara_platform;
grant update (resends, finished_at) on mass_emails to mshahara_platform;
call guard_log('mass_emails', 'mass-email', '', 'finished_at');

-- Each address once, however many organisations it belongs to.
create table mass_email_recipients (
  mass_email_id uuid not null references mass_emails (id),
  email text not null,
  -- `waiting`: not yet in the outbox. `queued` and after: as its message there.
  state text not null default 'waiting'
    check (state in ('waiting', 'queued', 'sent', 'failed', 'uncertain', 'unsubscribed')),
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

-- Only a digest of the address in a letter is kept: nobody else can use it.
create table unsubscribe_links (
  token_hash bytea primary key,
  email text not null,
  created_at timestamptz not null default app_now()
);
create index unsubscribe_links_of_email on unsubscribe_links (email);
call guard_platform('unsubscribe_links');

create table unsubscribed (
  email text primary key,
  created_at timestamptz not null default app_now()
);
call guard_platform('unsubscribed');

do $$
declare
  t text;
begin
  foreach t in array array['mass_email_recipients', 'unsubscribe_links', 'unsubscribed'] loop
    execute format('create policy erasure on %I to mshahara_eraser using (true) with check (true)',
      t);
    execute format('grant select on %I to mshahara_eraser', t);
  end loop;
end $$;
grant delete on unsubscribe_links, unsubscribed to mshahara_eraser;
grant update (email) on mass_email_recipients to mshahara_eraser;
