-- Every server hears at once that somebody has news or that a session has ended, and tells the
-- pages that are open. What the news are is not said here: whoever wants to know asks, and is
-- let in or not.
create or replace function tell_of_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', new.user_id::text);
  return null;
end $$;

create or replace function tell_of_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', old.id::text);
  return null;
end $$;

-- Whatever stands under somebody's bell goes to the devices on which they allow it.
create or replace function push_too() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into push_messages (subscription_id, title, sender, link)
  select s.id, new.title, o.name, new.link
  from push_subscriptions s, organizations o
  where s.user_id = new.user_id and o.id = new.organization_id;
  return null;
end $$;

-- Somebody was paid: they hear of it, once for each payslip.
create or replace function tell_paid() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pay_news (organization_id, id, due)
  select s.organization_id, s.id, (app_now() at time zone 'Africa/Nairobi')::date from payslips s
  where s.organization_id = new.organization_id and s.id = new.slip_id
    and s.employee_id is not null
  on conflict (organization_id, id) do update set due = excluded.due
    where pay_news.told_at is null;
  return null;
end $$;

-- The day of payment of a run says it of those whom it says to be paid (note_recorded has noted
-- them before); a day to come is told when it is there, and one long gone is no news.
create or replace function tell_pay_day() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'DELETE' then
    delete from pay_news n using payslips s
    where n.told_at is null and n.organization_id = old.organization_id
      and s.organization_id = n.organization_id and s.id = n.id and s.payroll_id = old.id
      and not exists (select from payout_attempts a where a.organization_id = n.organization_id
        and a.slip_id = n.id and a.state = 'paid');
    return null;
  end if;
  insert into pay_news (organization_id, id, due)
  select s.organization_id, s.id, new.paid_on from payslips s
  join payments_recorded r on r.organization_id = s.organization_id and r.slip_id = s.id
    and r.removed_id is null
  where s.organization_id = new.organization_id and s.payroll_id = new.id
    and s.employee_id is not null and s.net > 0
    and new.paid_on > (app_now() at time zone 'Africa/Nairobi')::date - 31
  on conflict (organization_id, id) do update set due = excluded.due
    where pay_news.told_at is null;
  return null;
end $$;

-- Texts cost whoever runs the platform money: they are for organisations that pay for their plan,
-- and stop with it.
create or replace function pays_for_texts(org uuid) returns boolean language sql stable as $$
  select exists (select from subscriptions s where s.organization_id = org and s.paid > 0
    and (app_now() at time zone 'Africa/Nairobi')::date >= s."from"
    and (app_now() at time zone 'Africa/Nairobi')::date < least(s."to", s.ended_on))
$$;

create or replace function guard_text_news() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pays_for_texts(new.organization_id) then
    raise exception 'texts are for organisations that pay'
      using errcode = 'check_violation', constraint = 'payroll_settings_texts';
  end if;
  return new;
end $$;

grant execute on function pays_for_texts(uuid) to mshahara_app, mshahara_platform;
call as_platform('push_too()', 'tell_paid()', 'tell_pay_day()', 'guard_text_news()');
