import type { contract } from '@mshahara/contract'
import type { WaitingLine } from '@mshahara/contract/dashboard'
import type { CheckerChange } from '@mshahara/contract/maker-checker'
import { momentInWords } from '@mshahara/contract/months'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import { plainName } from '../../foundation/core/names.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { notify } from '../notifications/index.ts'

/**
 * What weakens the second person (C20): it counts once another who held the right has agreed, or a
 * day later unless somebody objects. Triggers note it, on every road; here it is shown, agreed to
 * and objected to.
 */

type MakerChecker = typeof contract.makerChecker

export interface WeakenedRow {
  id: string
  kind: 'rule' | 'left' | 'joined'
  person: string | null
  needs: string | null
  maker: string | null
  made_at: string
  backed_by: string | null
  objector: string | null
  /** Null: somebody has objected. */
  counts_from: string | null
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

/** When it counts, as far as that is known. */
export function fromWhen({ counts_from, objector, backed_by }: WeakenedRow) {
  const agrees = backed_by
    ? 'somebody else with the right agrees'
    : 'two people with the right have agreed'
  return counts_from
    ? `For the second person this takes effect on ${momentInWords(counts_from)} unless somebody ` +
        `objects, or as soon as ${agrees}.`
    : `${plainName(objector ?? '')} has objected: for the second person this takes effect only once ${agrees}.`
}

interface MineRow extends WeakenedRow {
  may_agree: boolean | null
  may_object: boolean | null
}

const waitingChanges = (ctx: Ctx) =>
  ctx.tx.all<MineRow>`select s.id, s.kind, s.person, s.needs, s.maker, s.made_at, s.backed_by,
      s.objector, s.counts_from, m.may_agree, m.may_object
    from checker_changes_shown(${myOrganization(ctx)}) s left join my_checker_changes() m on m.id = s.id
    where s.waits order by s.made_at, s.id`

export async function comingOf(ctx: Ctx): Promise<CheckerChange[]> {
  const rows = await waitingChanges(ctx)
  const insider = !me(ctx).super_admin
  return rows.map((row) => ({
    id: row.id,
    what: whatOf(row),
    made_by: row.maker ?? 'System',
    made_at: row.made_at,
    counts_from: row.counts_from,
    objected_by: row.objector,
    backed: row.backed_by !== null,
    may_agree: insider && row.may_agree === true,
    may_object: insider && row.may_object === true,
  }))
}

const concerns = ({ may_agree, may_object }: CheckerChange) => may_agree || may_object

export const changes: Handler<MakerChecker['changes']> = async (ctx) =>
  (await comingOf(ctx)).filter(concerns)

/** On the first screen of everybody who can do something about it. */
export async function changeLines(ctx: Ctx): Promise<WaitingLine[]> {
  const all = await comingOf(ctx)
  return all.filter(concerns).map(({ id, what, made_by, counts_from }) => ({
    key: `checker change ${id}`,
    title: `${what}: agree or object`,
    text: counts_from
      ? `Changed by ${made_by}. It takes effect on ${momentInWords(counts_from)} unless somebody objects.`
      : `Changed by ${made_by}. Somebody has objected: it takes effect only once it is agreed to.`,
    link: '/approvals',
    urgency: 'soon',
    due: null,
  }))
}

/** The change as it stands; the database decides what may be done about it. */
const changeOf = (ctx: Ctx, id: string) =>
  ctx.tx.one<WeakenedRow>`select id, kind, person, needs, maker, made_at, backed_by, objector,
      counts_from
    from checker_changes_shown(${myOrganization(ctx)}) where id = ${id}`

const oneMore = 'Somebody else with the right must agree as well.'

export const agreeToChange: Handler<MakerChecker['agreeToChange']> = async (ctx, { params }) => {
  const change = await changeOf(ctx, params.id)
  const { counts } = await ctx.tx.one<{ counts: boolean }>`
    select agree_to_checker_change(${params.id}) as counts`
  await notifyOthers(ctx, change, 'agreed', counts ? 'It is now in effect.' : oneMore)
  return { message: counts ? 'Agreed: the change is now in effect' : `Agreed. ${oneMore}` }
}

export const objectToChange: Handler<MakerChecker['objectToChange']> = async (ctx, { params }) => {
  const change = await changeOf(ctx, params.id)
  await ctx.tx.run`select object_to_checker_change(${params.id})`
  const until = 'It does not take effect until somebody with the right agrees.'
  await notifyOthers(ctx, change, 'objected', until)
  return { message: `Objection saved: ${until.toLowerCase().replace('.', '')}` }
}

async function notifyOthers(ctx: Ctx, change: WeakenedRow, did: string, then: string) {
  const others = await ctx.tx.all<{ user_id: string }>`
    select concerned_by_checkers(${myOrganization(ctx)}, ${change.needs}) as user_id`
  await notify(
    ctx.tx,
    myOrganization(ctx),
    others.map(({ user_id }) => user_id).filter((id) => id !== me(ctx).id),
    {
      key: `checker change ${change.id} ${did} ${me(ctx).id}`,
      title: `The second person: ${did}`,
      text: `${me(ctx).name} has ${did} to: ${whatOf(change)}. ${then}`,
      link: '/approvals',
    },
  )
}
