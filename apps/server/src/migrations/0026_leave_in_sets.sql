-- Entries are added up by the statement and not one by one: a night of ten thousand people adds a
-- hundred thousand, most of them to the same balances.
drop trigger leave_added_up on leave_entries;
create trigger leave_added_up after insert on leave_entries
  referencing new table as added for each statement execute function leave_added_up();

-- What an approved leave is paid at stays as it was when it was approved, whatever becomes of its
-- type. Null for leave that was approved before: as its type says.
alter table leave_requests add column paid_share int check (paid_share between 0 and 100),
  add column full_pay_days numeric(6, 2) check (full_pay_days >= 0);
