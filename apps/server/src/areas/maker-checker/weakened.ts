import { momentInWords } from '@mshahara/contract/months'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { myOrganization } from '../../foundation/core/ctx.ts'
import { plainName } from '../../foundation/core/names.ts'

/** What weakens the second person counts a day later (C20): triggers note it, on every road. */

export interface WeakenedRow {
  id: string
  kind: 'rule' | 'left' | 'joined'
  person: string | null
  needs: string | null
  maker: string | null
  made_at: string
  counts_from: string
}

const rightWords: Record<string, string> = {
  'approve payrolls': 'approve payrolls',
  'edit employees': 'edit employees',
  primary: 'act as primary user',
}

export function whatOf({ kind, person, needs }: Pick<WeakenedRow, 'kind' | 'person' | 'needs'>) {
  if (kind === 'rule') return 'Fewer actions need a second person'
  const right = rightWords[needs ?? ''] ?? needs
  const name = plainName(person ?? '')
  return kind === 'joined' ? `${name} may ${right}` : `${name} may no longer ${right}`
}

export const fromWhen = ({ counts_from }: Pick<WeakenedRow, 'counts_from'>) =>
  `For the second person this takes effect on ${momentInWords(counts_from)}.`

export async function comingOf(ctx: Ctx) {
  const rows = await ctx.tx.all<WeakenedRow>`
    select id, kind, person, needs, maker, made_at, made_at + interval '24 hours' as counts_from
    from checker_changes_shown(${myOrganization(ctx)}) where waits order by made_at, id`
  return rows.map((row) => ({
    what: `${whatOf(row)}, changed by ${plainName(row.maker ?? 'System')}`,
    counts_from: row.counts_from,
  }))
}
