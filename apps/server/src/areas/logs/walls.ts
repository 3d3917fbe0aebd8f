import { readFileSync } from 'node:fs'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { grantsDue, isAsMade } from '../../foundation/database/migrate.ts'
import { functionFaults } from './functions.ts'

/**
 * What stands between somebody and the records, and what writes the log: triggers, row security,
 * views, rights of roles and functions, as this version makes them.
 */
const linesOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')

export async function wallFaults(tx: PlatformTx): Promise<string[]> {
  const disabled = await disabledTriggers(tx)
  if (!(await isAsMade(tx.$client))) {
    return ['The database is not as this version makes it: start it, then verify.', ...disabled]
  }
  return [
    ...differences(linesOf('triggers.txt'), await triggersThere(tx), 'trigger', triggerIn),
    ...disabled,
    ...differences(linesOf('row-security.txt'), await rowSecurityThere(tx), 'wall', wallIn),
    ...differences(linesOf('views.txt'), await viewsThere(tx), 'view', wallIn),
    ...differences(grantsDue().map(grantIn), await grantsThere(tx), 'right of a role', String),
    ...(await functionFaults(tx)),
  ]
}

function differences(
  due: string[],
  there: string[],
  kind: string,
  nameIn: (line: string) => string,
): string[] {
  const known = new Set(due)
  const found = new Set(there)
  const lost = new Set(due.filter((line) => !found.has(line)).map(nameIn))
  const added = there.filter((line) => !known.has(line)).map(nameIn)
  return [
    ...[...lost].map((name) => `A ${kind} is missing or was changed: ${name}.`),
    ...added.filter((name) => !lost.has(name)).map((name) => `A ${kind} is not ours: ${name}.`),
  ]
}

const triggerIn = (line: string) =>
  line.replace(/^CREATE .*?(?:TRIGGER|RULE) (\S+) .*? (?:ON|TO) public\.(\w+).*$/, '$1 of $2')
const wallIn = (line: string) => line.split(' | ')[0] as string
const grantIn = ({ role, permission }: { role: string; permission: string }) =>
  `${permission} of ${role}`

/** Others may keep tables of their own in our schema. */
const ownTables = `c.relnamespace = 'public'::regnamespace
  and c.relowner = (select relowner from pg_class where oid = 'activity_log'::regclass)`

const inLines = async (tx: PlatformTx, query: string): Promise<string[]> => {
  const { rows } = await tx.$client.query<{ line: string }>(
    `select regexp_replace(line, '\\s+', ' ', 'g') as line from (${query}) q
     order by line collate "C"`,
  )
  return rows.map(({ line }) => line)
}

/** Each as PostgreSQL writes it down. */
export const triggersThere = (tx: PlatformTx) =>
  inLines(
    tx,
    `select pg_get_triggerdef(t.oid) as line
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where ${ownTables} and not t.tgisinternal
     union all
     select pg_get_ruledef(r.oid) from pg_rewrite r join pg_class c on c.oid = r.ev_class
     where ${ownTables} and r.rulename <> '_RETURN'`,
  )

/** Which tables have it, and for whom it opens them. */
export const rowSecurityThere = (tx: PlatformTx) =>
  inLines(
    tx,
    `select format('row security of %s | %s', c.relname,
       case when c.relforcerowsecurity then 'forced' else 'not for the owner' end) as line
     from pg_class c where ${ownTables} and c.relrowsecurity
     union all
     select format('policy %s of %s | %s for %s to %s | using %s | check %s', p.policyname,
       c.relname, p.permissive, p.cmd, array_to_string(p.roles, ', '), p.qual, p.with_check)
     from pg_policies p join pg_class c on c.relname = p.tablename
     where p.schemaname = 'public' and ${ownTables}`,
  )

/** What runs and payments read instead of the tables: who is paid where, and what was paid. */
export const viewsThere = (tx: PlatformTx) =>
  inLines(
    tx,
    `select format('%s | %s | %s', c.relname, array_to_string(c.reloptions, ' '),
       pg_get_viewdef(c.oid)) as line
     from pg_class c where ${ownTables} and c.relkind in ('v', 'm') and not exists (
       select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
         and d.deptype = 'e')`,
  )

async function disabledTriggers(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.all<{ tgname: string; of_table: string }>`
    select t.tgname, t.tgrelid::regclass::text as of_table
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and t.tgenabled <> 'O' order by 2, 1`
  return rows.map(({ tgname, of_table }) => `The trigger ${tgname} of ${of_table} is disabled.`)
}

/** What a role may do is read by the guards of the tables. */
async function grantsThere(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.all<{ role: string; permission: string }>`
    select role, permission from role_grants order by 1, 2`
  return rows.map(grantIn)
}
