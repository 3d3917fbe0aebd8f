-- A login is its person's: what an organisation wrote counts once the person has accepted it.
-- And the devices an account has used, which the limits of strangers do not touch.

alter table memberships
  -- What stands for the ID number at a first sign-in, which so names the organisation (A6).
  add column activation_hash bytea,
  -- Inactive because of the employee's status, and not because somebody switched the sign-in off.
  add column off_by_record boolean not null default false;

-- The digest stays out of the log.
drop trigger activity on memberships;
call guard_log('memberships', 'users', 'activation_hash', 'activation_hash');

-- Whoever goes takes the news meant for them along.
alter table notifications drop constraint notifications_organization_id_user_id_fkey;
alter table notifications add constraint notifications_member
  foreign key (organization_id, user_id) references memberships (organization_id, user_id)
  on delete cascade;

-- People who were entered and never signed in have accepted nothing yet. (As the platform role:
-- row security holds for the owner too.)
set local role mshahara_platform;
update memberships m set status = 'invited', activation_hash = u.activation_hash,
  invited_as = jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name,
    'email', u.email, 'phone', coalesce(u.phone, ''))
from users u where u.id = m.user_id and u.activated_at is null and u.last_login_at is null
  and not u.super_admin and m.status = 'active'
  and (m.role <> 'primary' or exists (select from memberships o
    where o.organization_id = m.organization_id and o.role = 'primary' and o.status = 'active'
      and o.user_id <> m.user_id));
update memberships m set activation_hash = u.activation_hash
from users u where u.id = m.user_id and u.activated_at is null and m.status = 'active';
delete from memberships m using users u where u.id = m.user_id and u.activated_at is null
  and u.last_login_at is null and m.status = 'inactive';
-- What was off so far followed the record where the record says so.
update memberships m set off_by_record = true
from employees e where e.organization_id = m.organization_id and e.id = m.employee_id
  and m.status = 'inactive' and m.role = 'employee' and e.status in ('inactive', 'suspended');
reset role;

-- A login of which only the address is known is nobody's news: an entry in the log of the
-- organisation that wrote the address would tell whether it had a login before.
drop trigger activity on users;
create trigger activity after insert on users for each row
  when (new.activated_at is not null or new.super_admin)
  execute function activity('users', 'password_hash',
    'last_login_at,previous_login_at,last_organization_id');
create trigger activity_later after update on users for each row
  when (old.activated_at is not null or new.activated_at is not null or new.super_admin)
  execute function activity('users', 'password_hash',
    'last_login_at,previous_login_at,last_organization_id');
create trigger activity_last after delete on users for each row
  when (old.activated_at is not null or old.super_admin)
  execute function activity('users', 'password_hash',
    'last_login_at,previous_login_at,last_organization_id');
alter table users drop column activation_hash;

-- Acceptance is the person's own act: signed in, or at the first sign-in, before any session.
create or replace function only_the_invited_accepts() returns trigger language plpgsql as $$
begin
  if old.status = 'invited' and new.status <> 'invited'
    and bound_user() is distinct from old.user_id
    and not (bound_user() is null and current_user = 'mshahara_platform') then
    raise exception 'not accepted' using errcode = 'check_violation',
      constraint = 'memberships_invited';
  end if;
  return new;
end $$;

-- Each organisation's one-time password is its own: a second invitation does not end the first.
alter table codes add column organization_id uuid references organizations (id);
alter table codes drop constraint codes_one_live;
alter table codes add constraint codes_one_live
  unique nulls not distinct (purpose, email, organization_id);
set local role mshahara_platform;
update codes c set organization_id = (
  select m.organization_id from memberships m
  where m.user_id = c.user_id and m.status = 'invited' order by m.created_at limit 1)
where c.purpose = 'activation';
reset role;

-- Browsers that have signed in to an account before; only a hash of their cookie is kept.
create table devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  last_used_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index devices_of_user on devices (user_id);
call guard_platform('devices');

-- The limiter's one statement: counts every key once and names those past their limit. Whoever
-- records a letter counts it in the same transaction, as whichever role that has.
create function count_attempts(given json, at timestamptz) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  with asked as (
    select * from json_to_recordset(given) as g (key text, most int, until timestamptz)
  ), counted as (
    insert into attempts (key, count, until) select key, 1, until from asked order by key
    on conflict (key) do update set
      count = case when attempts.until <= at then 1 else attempts.count + 1 end,
      until = case when attempts.until <= at then excluded.until else attempts.until end
    returning key, count
  ) select key from counted join asked using (key) where count > most
$$;
grant create on schema public to mshahara_platform;
alter function count_attempts(json, timestamptz) owner to mshahara_platform;
revoke create on schema public from mshahara_platform;
revoke execute on function count_attempts(json, timestamptz) from public;
grant execute on function count_attempts(json, timestamptz) to mshahara_app, mshahara_platform;
