-- What was ordered and paid never changes, and only what was paid is given (A19).

-- Receipts are numbered without gaps: the counter is part of the transaction that pays, and only
-- what writes a receipt down (`keep_receipt`) takes a number.
create or replace function next_receipt() returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  number bigint;
begin
  update receipt_numbers set last = last + 1 returning last into number;
  return 'RCP-' || lpad(number::text, 6, '0');
end $$;

alter function next_receipt() owner to mshahara_platform;
grant execute on function next_receipt() to mshahara_platform;
revoke execute on function next_receipt() from mshahara_app;

-- As people type it: small letters and spaces make no other payment of it.
create or replace function plain_reference(reference text) returns text
language sql immutable parallel safe as $$
  select upper(regexp_replace(reference, '\s', '', 'g'))
$$;
grant execute on function plain_reference(text)
  to mshahara_app, mshahara_platform, mshahara_eraser;

-- What is written down stays; a payment that was found by asking gets its number later, and one
-- entered by hand the prompt that it turns out to be.
create or replace function keep_receipt() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'INSERT' then
    new.receipt_no := next_receipt();
    return new;
  end if;
  if TG_OP = 'UPDATE'
    and to_jsonb(new) - '{reference,told_reference,push_id,sent_at,taken_back_at}'::text[]
      = to_jsonb(old) - '{reference,told_reference,push_id,sent_at,taken_back_at}'::text[]
    and (old.reference is null or new.reference = old.reference
      and new.told_reference is not distinct from old.told_reference)
    and (old.push_id is null or new.push_id = old.push_id)
    and (old.sent_at is null or new.sent_at = old.sent_at)
    and (new.taken_back_at is not distinct from old.taken_back_at or old.taken_back_at is null
      and exists (select from payment_credits c join payment_credits b
          on b.organization_id = c.organization_id and b.takes_back = c.id
        where c.organization_id = new.organization_id and c.receipt_id = new.id)) then
    return new;
  end if;
  raise exception 'a receipt never changes' using errcode = 'check_violation',
    constraint = 'payment_receipts_kept';
end $$;

create or replace function check_credit() returns trigger language plpgsql as $$
begin
  if new.receipt_id is not null and not exists (select from payment_receipts r
      where r.organization_id = new.organization_id and r.id = new.receipt_id
        and r.applied = 'credit' and r.amount = new.amount) then
    raise exception 'no such money for this credit' using errcode = 'check_violation',
      constraint = 'payment_credits_unpaid';
  end if;
  -- Taken back is what somebody entered by hand, as a whole.
  if new.takes_back is not null and not exists (select from payment_credits c
      join payment_receipts r on r.organization_id = c.organization_id and r.id = c.receipt_id
      where c.organization_id = new.organization_id and c.id = new.takes_back
        and c.amount = -new.amount and r.by_name is not null and r.push_id is null) then
    raise exception 'no such credit to take back' using errcode = 'check_violation',
      constraint = 'payment_credits_unpaid';
  end if;
  if new.amount < 0 and new.amount + (select coalesce(sum(c.amount), 0) from payment_credits c
      where c.organization_id = new.organization_id) < 0 then
    raise exception 'there is less credit than that' using errcode = 'check_violation',
      constraint = 'payment_credits_overdrawn';
  end if;
  return new;
end $$;

create or replace function mark_taken_back() returns trigger language plpgsql as $$
begin
  update payment_receipts r set taken_back_at = app_now() from payment_credits c
  where c.organization_id = new.organization_id and c.id = new.takes_back
    and r.organization_id = c.organization_id and r.id = c.receipt_id;
  return null;
end $$;

-- Of what was paid for periods, the part for days still to come (`creditFor`). A phone that rang
-- before midnight is heard of after it: as of yesterday.
create or replace function left_of_periods(org uuid) returns numeric language sql stable as $$
  select coalesce(sum(floor(s.paid * (s."to" - greatest(s."from", day)) / (s."to" - s."from"))), 0)
  from subscriptions s, (select (app_now() at time zone 'Africa/Nairobi')::date - 1 as day) d
  where s.organization_id = org and s.ended_on is null and s."to" > day
$$;
call as_platform('left_of_periods(uuid)');

create or replace function keep_order() returns trigger language plpgsql as $$
declare
  -- What may change: all else was agreed.
  free text[] := '{state,reason,settled_at}';
begin
  if TG_OP = 'INSERT' then
    -- It begins unpaid, and its lines come to what is left to pay, in whole shillings.
    if new.state <> 'open' or new.subtotal <> new.price * new.duration
      or new.discount > new.subtotal
      or new.amount <> ceil(greatest(0, new.subtotal - new.discount - new.credit)
        - new.balance_used) then
      raise exception 'this is not what the plan costs' using errcode = 'check_violation',
        constraint = 'payment_orders_sum';
    end if;
    return new;
  end if;
  -- After the legal period nobody is named any more, and nothing else changes.
  if TG_OP = 'UPDATE' and current_user = 'mshahara_eraser'
    and to_jsonb(new) - '{phone,ordered_name,ordered_email}'::text[]
      = to_jsonb(old) - '{phone,ordered_name,ordered_email}'::text[] then
    return new;
  end if;
  if TG_OP = 'DELETE' or to_jsonb(new) - free <> to_jsonb(old) - free
    or old.state = 'paid' and new.state <> 'paid' then
    raise exception 'an order never changes' using errcode = 'check_violation',
      constraint = 'payment_orders_kept';
  end if;
  if new.state = 'paid' and old.state <> 'paid'
    and not exists (select from payment_receipts r
      where r.organization_id = new.organization_id and r.order_id = new.id
        and r.applied = 'order' and r.amount = new.amount) then
    raise exception 'nobody has paid this order' using errcode = 'check_violation',
      constraint = 'payment_orders_unpaid';
  end if;
  if new.state = 'paid' and old.state <> 'paid' and new.credit > left_of_periods(new.organization_id)
  then
    raise exception 'less is left of what was paid before' using errcode = 'check_violation',
      constraint = 'payment_orders_unpaid';
  end if;
  return new;
end $$;

create or replace function keep_push() returns trigger language plpgsql as $$
begin
  if TG_OP = 'UPDATE' and current_user = 'mshahara_eraser'
    and to_jsonb(new) - 'phone' = to_jsonb(old) - 'phone' then
    return new;
  end if;
  if TG_OP = 'UPDATE'
    and (new.organization_id, new.id, new.order_id, new.phone, new.amount)
      is not distinct from (old.organization_id, old.id, old.order_id, old.phone, old.amount)
    and (old.state <> 'paid' or new.state = 'paid' and new.applied is not distinct from old.applied
      and new.paid_amount is not distinct from old.paid_amount)
    -- A payment found by asking has no receipt until its callback comes.
    and (old.receipt is null or new.receipt = old.receipt)
    and (new.state <> 'created' or old.state in ('created', 'pushing')) then
    return new;
  end if;
  raise exception 'a payment never changes' using errcode = 'check_violation',
    constraint = 'payment_pushes_kept';
end $$;

-- A paid plan is what a paid order says. Of what was bought, only the end may be put forward.
create or replace function keep_period() returns trigger language plpgsql as $$
begin
  if TG_OP = 'INSERT' then
    if new.order_id is not null and not exists (select from payment_orders o
        where o.organization_id = new.organization_id and o.id = new.order_id
          and o.state = 'paid' and (o.package_id, o.price, o.employees, o.casuals,
            o.credit + o.balance_used + o.amount) is not distinct from
            (new.package_id, new.price, new.employees, new.casuals, new.paid)
          -- It may begin later than was agreed; no month has more days.
          and new."to" - new."from" <= o.duration * 31 + o.extra_days) then
      raise exception 'no paid order for this period' using errcode = 'check_violation',
        constraint = 'subscriptions_unpaid';
    end if;
    return new;
  end if;
  if old.order_id is null then return coalesce(new, old); end if;
  if TG_OP = 'UPDATE' and to_jsonb(new) - 'ended_on' = to_jsonb(old) - 'ended_on'
    and (old.ended_on is null or new.ended_on = old.ended_on) then
    return new;
  end if;
  raise exception 'a paid period never changes' using errcode = 'check_violation',
    constraint = 'subscriptions_kept';
end $$;

alter function keep_receipt() owner to mshahara_platform;
