import type pg from 'pg'
import { PgBoss } from 'pg-boss'

/** The queues' own schema, made by the owner and used by the platform's role alone. */

export const schema = 'pgboss'

export async function prepareQueues(client: pg.Client, url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false, close: true })
  await client.query(rights)
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
      execute format('drop policy if exists whole_platform on %s', t);
      execute format('create policy whole_platform on %s to mshahara_platform
        using (true) with check (true)', t);
    end loop;
  end $$`
