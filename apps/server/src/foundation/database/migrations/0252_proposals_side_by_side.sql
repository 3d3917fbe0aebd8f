-- Two changes of one person that have nothing in common wait side by side: what a proposal would
-- change is kept with it, in words of the call. None: all of what it is about.
alter table proposals add column touches text[] not null default '{}';
drop index proposals_once;
create unique index proposals_once on proposals (organization_id, call, subject_id, touches)
  where state = 'waiting' and subject_id is not null;
