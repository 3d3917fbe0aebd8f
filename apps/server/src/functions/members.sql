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

alter function keep_a_primary() owner to mshahara_platform;
