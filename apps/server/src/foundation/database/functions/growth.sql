-- After the first of many rows: without knowing how many there are now, every check of a reference
-- to them would look through all of the organisation's. It does not wait for those
-- who are busy with the table.
create or replace function note_growth() returns void
language sql security definer set search_path = public, pg_temp as $$
  analyze (skip_locked) employees, memberships, users, casuals, muster_days;
$$;

grant execute on function note_growth() to mshahara_app, mshahara_platform;
