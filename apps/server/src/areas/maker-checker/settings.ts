import type { contract } from '@mshahara/contract'
import {
  checkedActNames,
  checkedActs,
  type MakerCheckerSettings,
} from '@mshahara/contract/maker-checker'
import { type Ctx, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { makerCheckerSettings } from './tables.ts'
import { comingOf } from './weakened.ts'

type MakerChecker = typeof contract.makerChecker

export const settings: Handler<MakerChecker['settings']> = async (ctx) => settingsOf(ctx)

/** A trigger notes what asks for less: everybody concerned hears of it from the round (news.ts). */
export const changeSettings: Handler<MakerChecker['changeSettings']> = async (ctx, { body }) => {
  await ctx.tx.update(makerCheckerSettings).set(body)
  ctx.jobs.wake('maker-checker.news')
  return settingsOf(ctx)
}

async function settingsOf(ctx: Ctx): Promise<MakerCheckerSettings> {
  const [row] = await ctx.tx.select().from(makerCheckerSettings)
  const now = await ctx.tx.all<{ act: string; needed: boolean; checkers: number }>`
    select act, second_asked_for(${myOrganization(ctx)}, act) as needed,
      (select min((select count(*) from members_with(${myOrganization(ctx)}, needs)))
        from rights_of_act_in(${myOrganization(ctx)}, act) needs) as checkers
    from unnest(${checkedActs as unknown as string[]}::text[]) act`
  const acts = checkedActs.map((act) => {
    const { needed, checkers } = found(now.find((one) => one.act === act))
    return { act, name: checkedActNames[act], needed, checkers }
  })
  return { ...found(row), acts, coming: await comingOf(ctx) }
}

/** As the platform, for an organisation that is being made. */
export const setCheckedActs = (
  tx: Tx,
  organization_id: string,
  { confirming }: { confirming: boolean },
) =>
  tx.run`update maker_checker_settings set confirming = ${confirming}
    where organization_id = ${organization_id}`

/** Whoever is there from its beginning has been there for a day. */
export const settleCheckers = (tx: Tx, organization_id: string) =>
  tx.run`update checker_changes set made_at = made_at - interval '1 day', told_at = app_now()
    where organization_id = ${organization_id}`
