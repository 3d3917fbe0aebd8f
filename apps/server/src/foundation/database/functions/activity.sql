-- The log writes itself: triggers and functions append to it, each entry in the name of whoever is
-- bound. Nothing is ever changed there but by an erasure.

-- Every entry says who is bound, and none can be written under changed settings, nor by a request
-- that is bound to nobody.
create or replace function append_activity(
  org uuid, causer uuid, who text, module text, what text, subject text, props jsonb
) returns void language plpgsql as $$
declare
  entry bigint;
begin
  if session_user = 'mshahara_app'
    or concat(current_setting('app.org', true), current_setting('app.user', true)) <> '' then
    perform check_binding();
  end if;
  insert into activity_log
    (organization_id, causer_id, description, log_name, event, subject_id, properties, request_id)
  values (org, causer, coalesce(nullif(who, ''), 'System'), module, what, subject, props,
    nullif(current_setting('app.request', true), ''))
  returning id into entry;
  insert into activity_unsealed values (entry);
end $$;

-- Whom an entry speaks of, and in whose log it stands: said once for the trigger and for the check.
-- The platform's own is in its log, whichever organisation its operator has opened.
create or replace function subject_column(item jsonb) returns text language sql immutable as $$
  select case when item ->> 'id' is not null then 'id'
    when item ->> 'user_id' is not null then 'user_id' else 'organization_id' end
$$;
create or replace function subject_of(item jsonb) returns text language sql immutable
as $$ select item ->> subject_column(item) $$;

create or replace function log_of(of_table text, item jsonb) returns uuid language sql stable as $$
  select case
    when of_table = 'organizations' then (item ->> 'id')::uuid
    when of_table in ('mass_emails', 'package_changes') then null
    when item ? 'organization_id' then (item ->> 'organization_id')::uuid
    else app_org() end
$$;

-- Arguments of the trigger: module, secret columns, columns whose change alone is no news; the
-- fourth is for the check (`log_creation`). Which columns changed is asked of changes only, so that
-- an import is not held up. A record that has just become the log's business tells no more than the
-- change: what it was before is none of it.
create or replace function activity() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  secrets text[] := string_to_array(TG_ARGV[1], ',');
  quiet text[] := string_to_array(TG_ARGV[2], ',');
  what text := case when TG_OP = 'INSERT' or TG_NAME = 'activity_entered' then 'created'
    when TG_OP = 'UPDATE' then 'updated' else 'deleted' end;
  was jsonb := case when TG_OP = 'INSERT' then '{}' else to_jsonb(old) end;
  now_is jsonb := case when TG_OP = 'DELETE' then '{}' else to_jsonb(new) end;
  item jsonb := case when TG_OP = 'DELETE' then was else now_is end;
  changed text[];
  hidden text;
begin
  if TG_OP = 'UPDATE' then
    select array_agg(k) into changed
    from (select jsonb_object_keys(was || now_is) k) keys
    where was -> k is distinct from now_is -> k;
    if coalesce(changed, '{}') <@ quiet then return null; end if;
  end if;
  foreach hidden in array secrets loop
    if was -> hidden <> 'null' then was := was || jsonb_build_object(hidden, '(hidden)'); end if;
    if now_is -> hidden <> 'null' then
      now_is := now_is || jsonb_build_object(hidden, '(hidden)');
    end if;
  end loop;
  if TG_OP = 'UPDATE' then
    select jsonb_object_agg(k, was -> k), jsonb_object_agg(k, now_is -> k) into was, now_is
    from unnest(changed) k where k <> all (quiet);
  end if;
  perform append_activity(log_of(TG_TABLE_NAME, item), app_user(),
    current_setting('app.actor', true), TG_ARGV[0], what, subject_of(item),
    case what when 'created' then jsonb_build_object('new', now_is)
      when 'deleted' then jsonb_build_object('old', was)
      else jsonb_build_object('old', was, 'new', now_is) end);
  return null;
end $$;

-- Sign-ins, sign-outs and refusals: what a login does outside any organisation's records.
create or replace function log_act(org uuid, causer uuid, who text, what text, props jsonb)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if session_user = 'mshahara_app'
    and (org is distinct from bound_org() or causer is distinct from bound_user()) then
    raise exception 'an entry cannot be written in the name of somebody else'
      using errcode = 'insufficient_privilege';
  end if;
  if session_user = 'mshahara_app' then who := current_setting('app.actor', true); end if;
  perform append_activity(org, causer, who, 'auth', what, causer::text, props);
end $$;

-- One entry for an act on many rows, in addition to the trigger that logs rows one by one.
-- What a run was confirmed with is told once, by the transaction that confirms it: `logs:verify` holds
-- its payslips against it.
create or replace function log_bulk(module text, what text, subject text, props jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if props -> 'new' ? 'digest' and not exists (select from payrolls p
      where p.organization_id = app_org() and p.id::text = subject and p.status = 'confirmed'
        and is_of_now(p.xmin)) then
    raise exception 'no payroll was confirmed' using errcode = 'insufficient_privilege';
  end if;
  perform append_activity(app_org(), app_user(), current_setting('app.actor', true),
    module, what, subject, props);
end $$;

alter function activity() owner to mshahara_platform;
alter function log_act(uuid, uuid, text, text, jsonb) owner to mshahara_platform;
alter function log_bulk(text, text, text, jsonb) owner to mshahara_platform;
grant execute on function subject_column(jsonb), subject_of(jsonb), log_of(text, jsonb)
  to mshahara_platform;
grant execute on function append_activity(uuid, uuid, text, text, text, text, jsonb)
  to mshahara_platform;
grant execute on function log_act(uuid, uuid, text, text, jsonb) to mshahara_app, mshahara_platform;
grant execute on function log_bulk(text, text, text, jsonb) to mshahara_app;
