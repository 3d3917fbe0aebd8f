-- A salary that is agreed net: the amount beside it is its gross as it was worked out when it was
-- recorded, and every run works out the gross of its own month. The entry is never changed, as before.
alter table salaries add column agreed_net numeric(14, 2)
  constraint salaries_agreed_net check (agreed_net > 0);
