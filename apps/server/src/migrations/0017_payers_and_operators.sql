-- Payers are people too, the operator hears of news, and a letter to many can be stopped.

-- ---------------------------------------------------------------- who paid a subscription

do $$
declare
  t text;
begin
  foreach t in array array['payment_orders', 'payment_pushes', 'payment_steps'] loop
    execute format('create policy erasure on %I to mshahara_eraser using (true) with check (true)',
      t);
    execute format('grant select on %I to mshahara_eraser', t);
  end loop;
end $$;
grant update (phone, ordered_name, ordered_email) on payment_orders to mshahara_eraser;
grant update (phone) on payment_pushes to mshahara_eraser;
grant update (text) on payment_steps to mshahara_eraser;

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

-- ---------------------------------------------------------------- letters that were stopped

alter table mass_emails add column stopped_at timestamptz;
alter table mass_emails add column stopped_name text;
grant update (stopped_at, stopped_name) on mass_emails to mshahara_platform;
alter table mass_email_recipients drop constraint mass_email_recipients_state_check;
alter table mass_email_recipients add constraint mass_email_recipients_state_check
  check (state in ('waiting', 'queued', 'sent', 'failed', 'uncertain', 'unsubscribed', 'stopped'));
