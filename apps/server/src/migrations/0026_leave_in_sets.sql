-- Entries are added up by the statement and not one by one: a night of ten thousand people adds a
-- hundred thousand, most of them to the same balances.
drop trigger leave_added_up on leave_entries;
create trigger leave_added_up after insert on leave_entries
  referencing new table as added for each statement execute function leave_added_up();

-- What an approved leave is paid at stays as it was when it was approved, whatever becomes of its
-- type. Null for leave that was approved before: as its type says.
alter table leave_requests add column paid_share int check (paid_share between 0 and 100),
  add column full_pay_days numeric(6, 2) check (full_pay_days >= 0);

-- With which working days leave was last counted; not for the log.
alter table leave_settings add column counted_saturday boolean, add column counted_sunday boolean;
drop trigger activity on leave_settings;
create trigger activity after update on leave_settings
  for each row execute function activity('leave', '', 'counted_saturday,counted_sunday');
