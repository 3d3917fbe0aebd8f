-- An organisation in use always has somebody who may do everything.
create or replace function keep_a_primary() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.role = 'primary' and old.status = 'active'
    and (TG_OP = 'DELETE' or new.role <> 'primary' or new.status <> 'active') then
    -- One at a time per organisation: two demotions at once must see each other.
    perform from organizations where id = old.organization_id for update;
    if not exists (select from memberships where organization_id = old.organization_id
      and role = 'primary' and status = 'active' and user_id <> old.user_id) then
      raise exception 'last primary' using errcode = 'check_violation',
        constraint = 'memberships_last_primary';
    end if;
  end if;
  return case TG_OP when 'DELETE' then old else new end;
end $$;

-- Nobody becomes a member of an organisation but by accepting (A4), which is the person's own act:
-- signed in, or at the first sign-in, before any session.
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

-- Nobody changes their own place, that of somebody who holds more, or gives what they lack (A4). New
-- places are made by the platform's role alone.
create or replace function guard_membership() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mine memberships;
begin
  if not bound_may_or_operator('edit users') or old.user_id = bound_user() then
    raise exception 'they may not change this member' using errcode = 'insufficient_privilege',
      constraint = 'memberships_guarded';
  end if;
  select * into mine from memberships m
    where m.organization_id = bound_org() and m.user_id = bound_user();
  if exists (select from users u where u.id = bound_user() and u.super_admin) then
    return case TG_OP when 'DELETE' then old else new end;
  end if;
  if mine.role <> 'primary' and 'primary' in (old.role, case TG_OP when 'UPDATE' then new.role end)
    or exists (
      select from (select unnest(old.permissions) union
          select unnest(case TG_OP when 'UPDATE' then new.permissions end) union
          select g.permission from role_grants g
          where g.role in (old.role, case TG_OP when 'UPDATE' then new.role end)) asked (right_)
      where not grants_right(mine.role, mine.permissions, right_)) then
    raise exception 'they hold less than that' using errcode = 'insufficient_privilege',
      constraint = 'memberships_guarded';
  end if;
  return case TG_OP when 'DELETE' then old else new end;
end $$;

alter function keep_a_primary() owner to mshahara_platform;
alter function guard_membership() owner to mshahara_platform;

-- Somebody acts as an employee from here on. A login that was here before, and is given the record of
-- a person by its address, is written down like a changed address: it may be that of the writer. What
-- nobody in particular does, such as filling the demo, is no such thing.
create or replace function note_first_use() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  given boolean := TG_OP = 'INSERT' or old.employee_id is distinct from new.employee_id;
begin
  if TG_OP = 'UPDATE' and given and app_user() is not null then
    insert into address_changes (organization_id, employee_id, changed_at, changed_by, kind)
    values (new.organization_id, new.employee_id, app_now(), app_user(), 'shared');
  end if;
  if new.status = 'active' and (given or old.status <> 'active') then
    update address_changes set used_at = app_now() where organization_id = new.organization_id
      and employee_id = new.employee_id and used_at is null;
  end if;
  return null;
end $$;
alter function note_first_use() owner to mshahara_platform;
