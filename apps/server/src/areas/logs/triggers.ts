import { readFileSync } from 'node:fs'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { isAsMade } from '../../foundation/database/migrate.ts'

/**
 * What writes the log: its triggers, as the migrations make them, and their functions. A trigger
 * that is gone would take along the check of what it wrote.
 */
const listed = new URL('./triggers.txt', import.meta.url)
const functions = new URL('../../foundation/database/functions/activity.sql', import.meta.url)

export async function lookAtTriggers(
  tx: PlatformTx,
): Promise<Record<'faults' | 'notes', string[]>> {
  if (!(await isAsMade(tx.$client))) {
    return {
      faults: [],
      notes: ['The triggers of the log were made by another version: start it.'],
    }
  }
  const due = readFileSync(listed, 'utf8').trim().split('\n')
  const there = new Set(await activityTriggers(tx))
  const lost = due.filter((definition) => !there.has(definition))
  const added = [...there].filter((definition) => !due.includes(definition))
  return {
    faults: [
      ...lost.map((each) => `A trigger of the log is missing or was changed: ${nameIn(each)}.`),
      ...added.map((each) => `A trigger of the log is not ours: ${nameIn(each)}.`),
      ...(await disabled(tx)),
      ...(await replaced(tx)),
    ],
    notes: [],
  }
}

const nameIn = (definition: string) =>
  definition.replace(/^CREATE TRIGGER (\S+) .* ON public\.(\w+) .*/, '$1 of $2')

/** Each as PostgreSQL writes it down. */
export async function activityTriggers(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.all<{ definition: string }>`select pg_get_triggerdef(oid) as definition
    from pg_trigger where tgfoid = 'activity()'::regprocedure
    order by tgrelid::regclass::text collate "C", tgname collate "C"`
  return rows.map(({ definition }) => definition)
}

/** Of any trigger, the guards' as well. */
async function disabled(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.all<{ tgname: string; of_table: string }>`
    select t.tgname, t.tgrelid::regclass::text as of_table
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and t.tgenabled <> 'O' order by 2, 1`
  return rows.map(({ tgname, of_table }) => `The trigger ${tgname} of ${of_table} is disabled.`)
}

async function replaced(tx: PlatformTx): Promise<string[]> {
  const text = readFileSync(functions, 'utf8')
  const rows = await tx.all<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace
      and proname in ('activity', 'append_activity', 'subject_column', 'subject_of', 'log_of')`
  return rows
    .filter(({ body }) => !text.includes(`$$${body}$$`))
    .map(({ name }) => `The function ${name}, which writes the log, is not ours.`)
}
