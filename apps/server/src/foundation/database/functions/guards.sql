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

-- The records that are there without an entry of their creation, or were deleted since, by table
-- and organisation. Which must have one is read from the triggers that write it. An entry is of the
-- table that has all its columns; one whose words were erased no longer tells. A login belongs to no
-- organisation: its entry is in the log of whoever was bound. A membership may pass to another
-- login, which an entry tells, too.
drop function if exists creations_lacking();
create or replace function creations_lacking()
returns table (of_table text, organization_id uuid, lacking bigint)
language plpgsql stable as $$
declare
  module text;
  rows text;
  columns text[];
begin
  for of_table, module, rows, columns in select * from logged_from_creation() loop
    return query execute format('with told as (
        select l.id, l.subject_id, l.event, l.erased is not null as is_erased,
          case when $3 then l.organization_id end as log, l.properties -> ''old'' as was,
          coalesce(l.properties -> ''new'', l.properties -> ''old'') as item
        from activity_log l where l.log_name = $1
      ), last_made as (
        select distinct on (subject_id, log) subject_id, log, event from told
        where case event when ''created'' then is_erased or item - $2 = ''{}''
          when ''updated'' then was ? $4 and (is_erased or item - $2 = ''{}'')
          when ''deleted'' then not is_erased and item - $2 = ''{}'' else false end
        order by subject_id, log, id desc
      )
      select %1$L, t.log, count(*)
      from (select subject_of(item) as subject_id, log_of(%1$L, item) as log
        from (select to_jsonb(it) as item from %1$s it where %2$s) i) t
      where not exists (select from last_made m where m.subject_id = t.subject_id
        and m.log is not distinct from t.log and m.event <> ''deleted'')
      group by t.log order by t.log', of_table, rows)
    using module, columns, of_table = 'organizations' or 'organization_id' = any (columns),
      case when 'id' = any (columns) then 'id' else 'user_id' end;
  end loop;
end $$;

-- Tables of which the log has the creation of each record, or of those that `rows` names. A restore
-- makes lanes, paused ones, which no entry tells: they hold no money, and have the id of their
-- integration.
create or replace function logged_from_creation()
returns table (of_table text, module text, rows text, columns text[])
language sql stable as $$
  select t.tgrelid::regclass::text, g.args[1], coalesce(nullif(g.args[4], ''), 'true'),
    array(select a.attname::text from pg_attribute a
      where a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped)
  from pg_trigger t,
    lateral (select string_to_array(encode(t.tgargs, 'escape'), '\000') as args) g
  where t.tgfoid = 'activity()'::regprocedure and t.tgtype & 4 <> 0
    and t.tgrelid <> 'payment_lanes'::regclass
  order by 1, 2
$$;

-- An entry vouches for one record: ids that two tables of one module share. What such tables call
-- by another column than an id is told apart by its columns.
create or replace function ids_shared()
returns table (of_tables text, organization_id uuid, subject text)
language plpgsql stable as $$
declare
  ids text;
begin
  select string_agg(format('select %L as module, %L as of_table, log_of(%2$L, to_jsonb(it)) as log,
      it.id::text as id from %2$s it', t.module, t.of_table), ' union all ')
  into ids from logged_from_creation() t where 'id' = any (t.columns);
  return query execute format('select string_agg(distinct of_table, '' and ''), log, id
    from (%s) i group by module, log, id having count(distinct of_table) > 1', ids);
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

grant execute on function creations_lacking(), logged_from_creation(), ids_shared()
  to mshahara_platform;
