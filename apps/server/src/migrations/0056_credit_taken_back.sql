-- Credit that was entered by hand and is none is taken back by an entry of its own. Its receipt stays,
-- marked, and the reference can be entered again, where the money belongs.
alter table payment_receipts add column taken_back_at timestamptz;
drop index payment_receipts_once;
create unique index payment_receipts_once on payment_receipts (plain_reference(reference))
  where method <> 'Credit' and taken_back_at is null;

alter table payment_credits add column takes_back uuid,
  add constraint payment_credits_takes_back foreign key (organization_id, takes_back)
    references payment_credits (organization_id, id);
create unique index payment_credits_back_once on payment_credits (organization_id, takes_back)
  where takes_back is not null;
create trigger mark_taken_back after insert on payment_credits
  for each row when (new.takes_back is not null) execute function mark_taken_back();
