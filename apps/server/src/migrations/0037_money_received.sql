-- Money that came in is written down once, whichever way it was heard of (A19).

-- ---------------------------------------------------------------- receipts

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
  -- What the money was used for.
  applied text not null check (applied in ('order', 'credit')),
  order_id uuid,
  push_id uuid,
  -- Whoever entered it, where M-PESA did not tell of it.
  by_name text,
  received_at timestamptz not null default app_now(),
  sent_at timestamptz,
  primary key (organization_id, id),
  constraint payment_receipts_order foreign key (organization_id, order_id)
    references payment_orders (organization_id, id),
  constraint payment_receipts_push foreign key (organization_id, push_id)
    references payment_pushes (organization_id, id),
  constraint payment_receipts_credit check ((method = 'Credit') = (amount = 0)),
  constraint payment_receipts_used check (applied = 'credit' or order_id is not null)
);
call org_table('payment_receipts', 'billing', '', 'sent_at');
revoke update, delete on payment_receipts from mshahara_app;

alter table payment_credits add column receipt_id uuid,
  add constraint payment_credits_receipt foreign key (organization_id, receipt_id)
    references payment_receipts (organization_id, id);

-- What came in so far. A reference that was used twice keeps its name at the first use only.
alter table payment_credits disable trigger keep_credit;
set local role mshahara_platform;
insert into payment_receipts (organization_id, receipt_no, amount, method, reference, applied,
    order_id, push_id, by_name, received_at, sent_at)
  select o.organization_id, o.receipt_no, o.amount,
    case when o.amount = 0 then 'Credit' else coalesce(nullif(o.method, 'Credit'), 'Manual') end,
    case when p.id is null then o.reference else p.receipt end, 'order', o.id, p.id,
    case when o.method = 'Manual' then 'Operator' end, coalesce(o.settled_at, o.created_at),
    o.receipt_sent_at
  from payment_orders o left join payment_pushes p
    on p.organization_id = o.organization_id and p.order_id = o.id and p.applied = 'order'
  where o.state = 'paid' order by o.receipt_no;
insert into payment_receipts (organization_id, id, receipt_no, amount, method, reference, applied,
    order_id, push_id, by_name, received_at)
  select c.organization_id, c.id, next_receipt(), c.amount,
    case when c.push_id is null then 'Manual' else 'M-PESA' end,
    case when c.push_id is null then c.reference else p.receipt end, 'credit', c.order_id,
    c.push_id, c.by_name, c.created_at
  from payment_credits c left join payment_pushes p
    on p.organization_id = c.organization_id and p.id = c.push_id
  where c.amount > 0 and (c.push_id is not null or c.reference is not null) order by c.number;
update payment_credits c set receipt_id = r.id from payment_receipts r
  where r.organization_id = c.organization_id and r.id = c.id;
update payment_receipts r set reference = r.reference || ' (' || r.receipt_no || ')'
  where r.method <> 'Credit' and exists (select from payment_receipts earlier
    where earlier.number < r.number and earlier.method <> 'Credit'
      and plain_reference(earlier.reference) = plain_reference(r.reference));
reset role;
alter table payment_credits enable trigger keep_credit;

-- However it is typed, and whoever it was entered for, one payment counts once.
create unique index payment_receipts_once on payment_receipts (plain_reference(reference))
  where method <> 'Credit';
create unique index payment_receipts_of_push on payment_receipts (organization_id, push_id)
  where push_id is not null;
create unique index payment_receipts_of_order on payment_receipts (organization_id, order_id)
  where applied = 'order';
create index payment_receipts_newest on payment_receipts (number desc);
create index payment_receipts_received on payment_receipts (received_at);
create index payment_receipts_nameless on payment_receipts (received_at)
  where method = 'M-PESA' and reference is null;
create trigger keep_receipt before insert or update or delete on payment_receipts
  for each row execute function keep_receipt();

drop index payment_pushes_receipt;
create unique index payment_pushes_receipt on payment_pushes (plain_reference(receipt));

-- Money on the account has its receipt, for the same amount, and no other entry has it.
create unique index payment_credits_money on payment_credits (organization_id, receipt_id)
  where receipt_id is not null;
alter table payment_credits add constraint payment_credits_proven
  check (receipt_id is not null or push_id is null and reference is null);
create trigger check_credit before insert on payment_credits
  for each row execute function check_credit();

-- ---------------------------------------------------------------- orders

drop trigger activity on payment_orders;
-- The receipt has them.
alter table payment_orders drop column receipt_no, drop column method, drop column reference,
  drop column receipt_sent_at;
call guard_log('payment_orders', 'billing', '', '');
-- Its money came, and is credit.
alter table payment_orders drop constraint payment_orders_state_check;
alter table payment_orders add constraint payment_orders_state_check check
  (state in ('open', 'paid', 'credited', 'failed', 'cancelled', 'expired', 'review'));

-- It is what had been entered by hand.
alter table payment_decisions drop constraint payment_decisions_outcome_check;
alter table payment_decisions add constraint payment_decisions_outcome_check
  check (outcome in ('paid', 'credit', 'entered', 'unpaid'));

-- ---------------------------------------------------------------- callbacks

-- Given when it came: one that is stored twice, from a file as well, is there once.
alter table provider_events add column arrival uuid;
create unique index provider_events_arrival on provider_events (arrival);
