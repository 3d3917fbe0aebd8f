-- News that reach people who are not looking: on the devices that they allow it on, and by text
-- message where their organisation pays for texts.

-- ---------------------------------------------------------------- devices

-- Where a browser takes messages for somebody, as its maker's push service gave it.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  endpoint text not null unique,
  public_key text not null,
  secret text not null,
  created_at timestamptz not null default app_now()
);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at);
call guard_platform('push_subscriptions');
call erasable('push_subscriptions', 'delete');

-- What is on its way there: what stands under the bell is not told again here in full.
create table push_messages (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  title text not null,
  sender text not null,
  link text,
  tries int not null default 0,
  try_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now()
);
create index push_messages_due on push_messages (try_at);
create index push_messages_of_device on push_messages (subscription_id);
call guard_platform('push_messages');
call erasable('push_messages', 'delete');
create trigger push_too after insert on notifications
  for each row execute function push_too();

-- ---------------------------------------------------------------- paid

-- Whose pay has been paid, or will be on a day: told once for each payslip, however it is paid.
create table pay_news (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  due date not null,
  told_at timestamptz,
  primary key (organization_id, id),
  constraint pay_news_payslip foreign key (organization_id, id)
    references payslips (organization_id, id)
);
create index pay_news_due on pay_news (due) where told_at is null;
call org_table('pay_news', '');
revoke insert, update, delete on pay_news from mshahara_app;
create trigger tell_paid after update of state on payout_attempts
  for each row when (new.state = 'paid' and old.state <> 'paid') execute function tell_paid();
create trigger tell_paid after insert or update of paid_on or delete on payroll_payments
  for each row execute function tell_pay_day();

-- ---------------------------------------------------------------- texts

alter table payroll_settings add text_news boolean not null default false;
create trigger guard_texts before update of text_news on payroll_settings
  for each row when (new.text_news and not old.text_news) execute function guard_text_news();
