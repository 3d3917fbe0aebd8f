-- Entries are added up by the statement and not one by one: a night of ten thousand people adds a
-- hundred thousand, most of them to the same balances.
drop trigger leave_added_up on leave_entries;
create trigger leave_added_up after insert on leave_entries
  referencing new table as added for each statement execute function leave_added_up();
