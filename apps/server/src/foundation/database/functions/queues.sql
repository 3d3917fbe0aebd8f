-- The one way to add work. What a job does is done for whoever its envelope names, so that the
-- envelope is written here, from the proven binding.
create or replace function enqueue(queue text, given jsonb, job uuid, rank int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := bound_org();
  who uuid := bound_user();
  actor text := 'System';
begin
  if session_user = 'mshahara_app' and (who is null
      or not exists (select from jobs_by_request r where r.name = queue)) then
    raise exception 'a request cannot start this job'
      using errcode = 'insufficient_privilege';
  end if;
  if job is not null then
    -- Work of the platform itself stays so, whatever organisation its operator has open.
    select j.organization_id into org from jobs j where j.id = job and j.name = queue
      and j.user_id = who and (j.organization_id = org
        or j.organization_id is null and session_user <> 'mshahara_app');
    if not found then
      raise exception 'they have no such job' using errcode = 'insufficient_privilege';
    end if;
  end if;
  if org is not null or who is not null then
    actor := coalesce(nullif(current_setting('app.actor', true), ''), 'System');
  end if;
  perform put_in_queue(queue, org, jsonb_build_object('acting', jsonb_build_object(
    'organization_id', org, 'user_id', who, 'actor', actor), 'data', given, 'job_id', job), rank);
end $$;

-- The row as pg-boss 12.35 would write it. Work of a deactivated organisation waits until it is
-- taken back (`wake_work`).
create or replace function put_in_queue(queue text, org uuid, envelope jsonb, rank int)
returns void language plpgsql as $$
declare
  parked boolean := exists (select from organizations o
    where o.id = org and o.status = 'deactivated');
begin
  insert into pgboss.job (name, data, priority, start_after, created_on, group_id,
    expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff,
    retry_delay_max, policy, dead_letter, heartbeat_seconds)
  select q.name, envelope, least(rank, 0),
    case when parked then 'infinity' else pgboss.job_now() end, pgboss.job_now(), org::text,
    q.expire_seconds, q.deletion_seconds,
    case when parked then 'infinity'
      else pgboss.job_now() + q.retention_seconds * interval '1s' end,
    q.retry_limit, q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy,
    q.dead_letter, q.heartbeat_seconds
  from pgboss.queue q where q.name = queue;
  if not found then raise exception 'there is no queue named %', queue; end if;
end $$;

create or replace function wake_work(org uuid) returns void language sql as $$
  update pgboss.job j set start_after = pgboss.job_now(),
    keep_until = pgboss.job_now() + q.retention_seconds * interval '1s'
  from pgboss.queue q
  where q.name = j.name and j.group_id = org::text and j.state = 'created'
    and j.start_after = 'infinity'
$$;

-- What was given up begins anew, in the name of whoever asked for it.
create or replace function restart_job(job uuid) returns void language plpgsql as $$
declare
  given jobs;
begin
  update jobs j set state = 'queued', error = null, done = 0
  where j.id = job and j.state = 'failed' returning j.* into given;
  if not found then return; end if;
  perform put_in_queue(given.name, given.organization_id, jsonb_build_object('acting',
    jsonb_build_object('organization_id', given.organization_id, 'user_id', given.user_id,
      'actor', (select concat_ws(' ', u.first_name, u.last_name) from users u
        where u.id = given.user_id)), 'data', given.data, 'job_id', given.id), 0);
end $$;

alter function enqueue(text, jsonb, uuid, int) owner to mshahara_platform;
grant execute on function enqueue(text, jsonb, uuid, int) to mshahara_app, mshahara_platform;
grant execute on function put_in_queue(text, uuid, jsonb, int), wake_work(uuid), restart_job(uuid)
  to mshahara_platform;
