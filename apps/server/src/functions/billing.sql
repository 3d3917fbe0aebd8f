-- What was ordered and paid never changes, and only what was paid is given (A19).

-- Receipts are numbered without gaps: the counter is part of the transaction that pays.
create or replace function next_receipt() returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  number bigint;
begin
  update receipt_numbers set last = last + 1 returning last into number;
  return 'RCP-' || lpad(number::text, 6, '0');
end $$;

alter function next_receipt() owner to mshahara_platform;
grant execute on function next_receipt() to mshahara_app, mshahara_platform;

create or replace function keep_order() returns trigger language plpgsql as $$
declare
  -- What may change: all else was agreed.
  free text[] := '{state,method,reference,receipt_no,reason,settled_at,receipt_sent_at}';
begin
  -- After the legal period nobody is named any more, and nothing else changes.
  if TG_OP = 'UPDATE' and current_user = 'mshahara_eraser'
    and to_jsonb(new) - '{phone,ordered_name,ordered_email}'::text[]
      = to_jsonb(old) - '{phone,ordered_name,ordered_email}'::text[] then
    return new;
  end if;
  if TG_OP = 'DELETE' or to_jsonb(new) - free <> to_jsonb(old) - free
    or old.state = 'paid' and (new.state <> 'paid' or new.receipt_no <> old.receipt_no) then
    raise exception 'an order never changes' using errcode = 'check_violation',
      constraint = 'payment_orders_kept';
  end if;
  if new.state = 'paid' and old.state <> 'paid' then
    if new.amount > 0 and not exists (select from payment_pushes p
        where p.organization_id = new.organization_id and p.order_id = new.id
          and p.state = 'paid') then
      raise exception 'nobody has paid this order' using errcode = 'check_violation',
        constraint = 'payment_orders_unpaid';
    end if;
    new.receipt_no := next_receipt();
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

-- A paid plan comes from a paid order. Of what was bought, only the end may be put forward.
create or replace function keep_period() returns trigger language plpgsql as $$
begin
  if TG_OP = 'INSERT' then
    if new.order_id is not null and not exists (select from payment_orders o
        where o.organization_id = new.organization_id and o.id = new.order_id
          and o.state = 'paid' and o.package_id = new.package_id)
      or new.order_id is null and current_user = 'mshahara_app' and new.package_id <> 'free' then
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
