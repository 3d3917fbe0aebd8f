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

-- For a table of which only some records are the log's business: `rows` says which, and calls the
-- record `it`. A record is created, for the log, when it first is one of them.
create or replace procedure log_creation(
  t regclass, module text, secrets text, quiet text, rows text
) language plpgsql as $$
declare
  is_one text := replace(rows, 'it.', 'new.');
  was_one text := replace(rows, 'it.', 'old.');
begin
  execute format('create trigger activity_added after insert on %s for each row when (%s)
    execute function activity(%L, %L, %L, %L)', t, is_one, module, secrets, quiet, rows);
  execute format('create trigger activity_entered after update on %s for each row
    when ((%s) and not (%s) and current_user <> ''mshahara_eraser'')
    execute function activity(%L, %L, %L, %L)', t, is_one, was_one, module, secrets, quiet, rows);
end $$;

-- For a table whose records belong to several modules: `rows` says which to this one.
create or replace procedure log_some(
  t regclass, module text, secrets text, quiet text, rows text
) language plpgsql as $$
declare
  act text;
begin
  foreach act in array array['insert', 'update', 'delete'] loop
    execute format('create trigger %I after %s on %s for each row
      when ((%s) and current_user <> ''mshahara_eraser'')
      execute function activity(%L, %L, %L, %L)', 'activity_' || act || '_' || module, act, t,
      replace(rows, 'it.', case act when 'delete' then 'old.' else 'new.' end),
      module, secrets, quiet, rows);
  end loop;
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

-- Written by the application's own role only for somebody who has one of these rights. Asked once for
-- a statement, however many rows it writes.
create or replace procedure guard_rights(t regclass, acts text, variadic rights text[])
language plpgsql as $$
begin
  execute format(
    'create trigger %I before %s on %s for each statement
     when (current_user = ''mshahara_app'') execute function guard_right(%s)',
    'guard_' || replace(split_part(acts, ',', 1), ' ', '_'), acts, t,
    (select string_agg(quote_literal(r), ', ') from unnest(rights) r));
end $$;

-- What `erase_person` may do there beside reading, such as 'delete' or 'update (phone)'.
create or replace procedure erasable(t regclass, acts text default '') language plpgsql as $$
begin
  execute format('create policy erasure on %s to mshahara_eraser using (true) with check (true)', t);
  execute format('grant %s on %s to mshahara_eraser', concat_ws(', ', 'select', nullif(acts, '')), t);
end $$;

-- An area's choices: one row for every organisation, now and later. Only changes are news.
drop procedure if exists settings_table(regclass, text);
create or replace procedure settings_table(t regclass, module text, quiet text default '')
language plpgsql as $$
begin
  call org_table(t, '');
  execute format('revoke insert, delete on %s from mshahara_app', t);
  execute format('create trigger activity after update on %s
    for each row execute function activity(%L, '''', %L)', t, module, quiet);
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
