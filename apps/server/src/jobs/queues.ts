import type pg from 'pg'
import { PgBoss } from 'pg-boss'

/** The queues' own schema, made by the owner and used by the platform's role alone. */

export const schema = 'pgboss'

/** What a request may have done. Everything else goes by the clock, or is the platform's. */
const asked = [
  'files.remove',
  'employees.import',
  'allowances.import',
  'payroll.calculate',
  'payslips.send',
  'exports.make',
  'exports.p9',
]

export async function prepareQueues(client: pg.Client, url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false, close: true })
  // A backup of before the binding is brought up step by step.
  const { rows } = await client.query(`select to_regproc('bound_org') is not null as binds`)
  if (rows[0].binds) await client.query(`${rights}; ${enqueue}`)
}

const rights = `
  revoke all on all tables in schema ${schema} from mshahara_app;
  revoke all on all functions in schema ${schema} from mshahara_app, public;
  revoke all on schema ${schema} from mshahara_app, public;
  grant usage on schema ${schema} to mshahara_platform;
  grant all on all tables in schema ${schema} to mshahara_platform;
  grant all on all sequences in schema ${schema} to mshahara_platform;
  grant execute on all functions in schema ${schema} to mshahara_platform;
  do $$ declare t regclass; begin
    foreach t in array array['${schema}.job', '${schema}.job_common']::regclass[] loop
      execute format('alter table %s enable row level security', t);
      execute format('drop policy if exists own_work on %s', t);
      execute format('drop policy if exists whole_platform on %s', t);
      execute format('create policy whole_platform on %s to mshahara_platform
        using (true) with check (true)', t);
    end loop;
  end $$`

/**
 * The one way to add work. What a job does is done for whoever its envelope names, so that the
 * envelope is written here, from the proven binding, and the row as pg-boss 12.35 would write it.
 */
const enqueue = `
  grant create on schema public to mshahara_platform;
  create or replace function enqueue(queue text, given jsonb, job uuid, rank int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    org uuid := bound_org();
    who uuid := bound_user();
    actor text := 'System';
  begin
    if session_user = 'mshahara_app'
      and (who is null or queue <> all (array[${asked.map((name) => `'${name}'`)}])) then
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
    insert into ${schema}.job (name, data, priority, start_after, created_on, group_id,
      expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select q.name, jsonb_build_object('acting', jsonb_build_object('organization_id', org,
        'user_id', who, 'actor', actor), 'data', given, 'job_id', job),
      least(rank, 0), ${schema}.job_now(), ${schema}.job_now(), org::text,
      q.expire_seconds, q.deletion_seconds,
      ${schema}.job_now() + q.retention_seconds * interval '1s', q.retry_limit, q.retry_delay,
      coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter,
      q.heartbeat_seconds
    from ${schema}.queue q where q.name = queue;
    if not found then raise exception 'there is no queue named %', queue; end if;
  end $$;
  alter function enqueue(text, jsonb, uuid, int) owner to mshahara_platform;
  revoke create on schema public from mshahara_platform;
  revoke execute on function enqueue(text, jsonb, uuid, int) from public;
  grant execute on function enqueue(text, jsonb, uuid, int) to mshahara_app, mshahara_platform`
