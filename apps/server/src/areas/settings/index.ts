import { contract } from '@mshahara/contract'
import { monthOf } from '@mshahara/engine/calendar'
import { inPlatform, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing, type Handler } from '../../foundation/http/bind.ts'
import { jobOf } from '../../foundation/jobs/jobs.ts'
import { law, lawInForms } from './law.ts'
import { simulate } from './simulate.ts'

type Settings = typeof contract.settings

const config: Handler<Settings['config']> = async (ctx) => ({
  accounts_url: ctx.config.accounts?.url ?? null,
  payments_mode: ctx.config.paymentsMode,
  demo: ctx.config.demo,
  dev_mail: ctx.config.devMail,
  law: lawInForms(monthOf(ctx.today)),
})

const job: Handler<Settings['job']> = (ctx, { params }) => {
  const asked = (tx: Tx) => jobOf(ctx, tx, params.id, me(ctx))
  return me(ctx).super_admin ? inPlatform(ctx, asked) : asked(ctx.tx)
}

export const settings = area('settings', {
  calls: bind(contract.settings, { config, job: crossing(job), law, simulate }),
})
