-- The one way to add work. What a job does is done for whoever its envelope names, so that the
-- envelope is written here, from the proven binding, and the row as pg-boss 12.35 would write it.
create or replace function enqueue(queue text, given jsonb, job uuid, rank int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := bound_org();
  who uuid := bound_user();
  actor text := 'System';
begin
  if session_user = 'mshahara_app' and (who is null
      or not exists (select from jobs_by_request r where r.name = queue)) then
    raise exception 'this work is not for a request to start'
      using errcode = 'insufficient_privilege';
  end if;
  if job is not null and not exists (select from jobs j where j.id = job and j.name = queue
      and j.organization_id = org and j.user_id = who) then
    raise exception 'there is no such job of theirs' using errcode = 'insufficient_privilege';
  end if;
  if org is not null or who is not null then
    actor := coalesce(nullif(current_setting('app.actor', true), ''), 'System');
  end if;
  insert into pgboss.job (name, data, priority, start_after, created_on, group_id,
    expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff,
    retry_delay_max, policy, dead_letter, heartbeat_seconds)
  select q.name, jsonb_build_object('acting', jsonb_build_object('organization_id', org,
      'user_id', who, 'actor', actor), 'data', given, 'job_id', job),
    least(rank, 0), pgboss.job_now(), pgboss.job_now(), org::text,
    q.expire_seconds, q.deletion_seconds,
    pgboss.job_now() + q.retention_seconds * interval '1s', q.retry_limit, q.retry_delay,
    coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter,
    q.heartbeat_seconds
  from pgboss.queue q where q.name = queue;
  if not found then raise exception 'there is no queue named %', queue; end if;
end $$;

alter function enqueue(text, jsonb, uuid, int) owner to mshahara_platform;
grant execute on function enqueue(text, jsonb, uuid, int) to mshahara_app, mshahara_platform;
