-- Anchors stand outside the database; here only how many there must be, so that a lost one shows.
create table log_anchors (
  one boolean primary key default true check (one),
  number bigint not null
);
call guard_platform('log_anchors');
revoke delete on log_anchors from mshahara_platform;

-- The platform's own chain begins with the installation: from now on an empty one is a fault.
set local role mshahara_platform;
with entry as (
  insert into activity_log (description, log_name, event, properties)
  values ('System', 'organizations', 'created', '{"new": {"log": "The log of the platform"}}')
  returning id
)
insert into activity_unsealed select id from entry;
reset role;
