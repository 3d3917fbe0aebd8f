-- Second factors: what is refused whoever asks.

-- A code of an app serves once: its interval, and every one before it, is behind us.
create or replace function refuse_used_step() returns trigger language plpgsql as $$
begin
  if new.last_step <= old.last_step then
    raise exception 'this code was used' using errcode = 'check_violation',
      constraint = 'second_factor_step';
  end if;
  return new;
end $$;

-- The rights of those who pay, approve or manage, as the contract has them.
create or replace function asks_second_factor(permission text) returns boolean
language sql immutable parallel safe as $$
  select permission = any (array['approve payrolls', 'pay payrolls', 'create employees',
    'edit employees', 'create casuals', 'edit casuals', 'edit leaves', 'edit loans', 'create users',
    'edit users', 'edit organization', 'view integrations'])
$$;

create or replace function has_second_factor(who uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from second_factors f where f.user_id = who)
$$;

create or replace function second_factor_required(org uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from second_factor_settings s where s.organization_id = org and s.required)
$$;

alter function has_second_factor(uuid) owner to mshahara_platform;
alter function second_factor_required(uuid) owner to mshahara_platform;
grant execute on function asks_second_factor(text), has_second_factor(uuid),
  second_factor_required(uuid) to mshahara_platform;
