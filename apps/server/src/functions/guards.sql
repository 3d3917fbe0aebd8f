-- What a migration calls for each of its tables.

-- Not for an erasure: its words would be written down once more, and it adds an entry of its own.
create or replace procedure guard_log(t regclass, module text, secrets text, quiet text)
language plpgsql as $$
begin
  execute format(
    'create trigger activity after insert or update or delete on %s
     for each row when (current_user <> ''mshahara_eraser'')
     execute function activity(%L, %L, %L)', t, module, secrets, quiet);
end $$;

create or replace procedure guard_platform(t regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy whole_platform on %s to mshahara_platform
    using (true) with check (true)', t);
  execute format('grant select, insert, update, delete on %s to mshahara_platform', t);
end $$;

-- What `orgTable` in TypeScript stands for in the database.
create or replace procedure org_table(
  t regclass, module text, secrets text default '', quiet text default ''
) language plpgsql as $$
begin
  call guard_platform(t);
  execute format('create policy own_organization on %s to mshahara_app
    using (organization_id = (select bound_org()))
    with check (organization_id = (select bound_org()))', t);
  execute format('grant select, insert, update, delete on %s to mshahara_app', t);
  if module <> '' then call guard_log(t, module, secrets, quiet); end if;
end $$;

-- An area's choices: one row for every organisation, now and later. Only changes are news.
create or replace procedure settings_table(t regclass, module text) language plpgsql as $$
begin
  call org_table(t, '');
  execute format('revoke insert, delete on %s from mshahara_app', t);
  execute format('create trigger activity after update on %s
    for each row execute function activity(%L, '''', '''')', t, module);
  execute format('create trigger %I after insert on organizations
    for each row execute function add_settings(%L)', t, t);
  -- Row security holds for the owner too.
  set local role mshahara_platform;
  execute format('insert into %s (organization_id) select id from organizations', t);
  reset role;
end $$;

create or replace function add_settings() returns trigger language plpgsql as $$
begin
  execute format('insert into %s (organization_id) values ($1)', TG_ARGV[0]) using new.id;
  return null;
end $$;
