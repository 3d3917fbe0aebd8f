-- The number that M-PESA tells of a payment, where somebody has entered it for another one: one of
-- the two was given for nothing, and both are on the operator's list.
alter table payment_receipts add column told_reference text;
create index payment_receipts_told on payment_receipts (plain_reference(told_reference))
  where told_reference is not null;
