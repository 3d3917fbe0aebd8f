import type { PlatformTx } from '../../foundation/core/db.ts'
import { functionTexts } from '../../foundation/database/migrate.ts'

/**
 * The functions in the database against those in the source: what writes the log, what guards the
 * tables, and what verify itself asks must be ours.
 */
interface Routine {
  name: string
  body: string
  /** With whose rights it runs, when, and where it looks for what it names. */
  manner: string
}

export async function functionFaults(tx: PlatformTx): Promise<string[]> {
  const due = routinesIn(functionTexts())
  const there = await routinesThere(tx, [...new Set(due.map(({ name }) => name))])
  const isSame = (a: Routine) => (b: Routine) =>
    a.name === b.name && a.body === b.body && a.manner === b.manner
  const foreign = there.filter((each) => !due.some(isSame(each)))
  const missing = due.filter((each) => !there.some(isSame(each)))
  const changed = new Set(foreign.map(({ name }) => name))
  const lost = new Set(missing.map(({ name }) => name).filter((name) => !changed.has(name)))
  return [
    ...[...changed].map((name) => `The function ${name} is not ours.`),
    ...[...lost].map((name) => `The function ${name} is missing.`),
  ]
}

const definition =
  /^create or replace (?:function|procedure) (\w+)\s*(\([\s\S]*?)\$\$([\s\S]*?)\$\$/gm

const setting = /\bset (\w+) = (.*?)(?=\s+set \w+ =|\s+as\s*$)/g

export function routinesIn(text: string): Routine[] {
  return [...text.matchAll(definition)].map(([, name = '', head = '', body = '']) => ({
    name,
    body,
    manner: mannerOf({
      definer: /\bsecurity definer\b/.test(head),
      strict: /\bstrict\b/.test(head),
      volatility: /\b(immutable|stable)\b/.exec(head)?.[1] ?? 'volatile',
      config: [...head.matchAll(setting)].map(([, what, to]) => `${what}=${to}`).join(' '),
    }),
  }))
}

interface Manner {
  definer: boolean
  strict: boolean
  volatility: string
  config: string | null
}

const mannerOf = ({ definer, strict, volatility, config }: Manner) =>
  [definer ? 'definer' : 'invoker', strict ? 'strict' : '', volatility, config ?? ''].join(' ')

/** What is found before ours, because it has its name, is not ours either. */
async function routinesThere(tx: PlatformTx, names: string[]): Promise<Routine[]> {
  const rows = await tx.all<Manner & { name: string; body: string }>`
     select proname as name, prosrc as body, prosecdef as definer, proisstrict as strict,
       case provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end
         as volatility, array_to_string(proconfig, ' ') as config
     from pg_proc where proname = any (${names})
       and pronamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace) order by 1`
  return rows.map(({ name, body, ...manner }) => ({ name, body, manner: mannerOf(manner) }))
}
