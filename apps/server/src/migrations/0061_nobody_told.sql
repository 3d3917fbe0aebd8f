-- A changed address that the person could be told of nowhere: the mark says so.
alter table address_changes add column told boolean not null default true;
