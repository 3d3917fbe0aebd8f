import type { contract } from '@mshahara/contract'
import type { Tx } from '../../foundation/core/db.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { linesKnown } from './lines.ts'
import { startingChart, startOf } from './starting-chart.ts'

/** What somebody has chosen stays; an account of the number that is there already is used. */
export const chart: Handler<(typeof contract)['journal']['chart']> = async (ctx) => {
  const known = await linesKnown(ctx.tx)
  const wanting = [
    ...new Set([
      ...startingChart.filter(({ label }) => label).map(({ line }) => line),
      ...known.map(({ line }) => line),
    ]),
  ].flatMap((line) => {
    const found = startOf(line)
    const has = known.some((one) => one.line === line && one.account_id !== null)
    return found && !has ? [{ line, code: found.code, account: found.account }] : []
  })
  const accounts = await addAccounts(ctx.tx, wanting)
  const lines = await ctx.tx.run`insert into journal_mapping (line, account_id)
    select w.line, a.id from unnest(${wanting.map(({ line }) => line)}::text[],
        ${wanting.map(({ code }) => code)}::text[], ${wanting.map(({ account }) => account)}::text[])
      w (line, code, account)
    cross join lateral (select a.id from journal_accounts a
      where lower(a.code) = lower(w.code) or lower(a.name) = lower(w.account)
      order by lower(a.code) <> lower(w.code) limit 1) a
    on conflict do nothing`
  return { message: 'The starting chart is in place', accounts, lines }
}

const addAccounts = (tx: Tx, wanting: readonly { code: string; account: string }[]) =>
  tx.run`insert into journal_accounts (code, name)
    select distinct w.code, w.account from unnest(${wanting.map(({ code }) => code)}::text[],
      ${wanting.map(({ account }) => account)}::text[]) w (code, account)
    where not exists (select from journal_accounts a
      where lower(a.code) = lower(w.code) or lower(a.name) = lower(w.account))
    on conflict do nothing`
