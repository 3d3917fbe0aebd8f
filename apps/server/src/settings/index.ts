import { contract } from '@mshahara/contract'
import { bind, type Handler } from '../core/bind.ts'
import { me } from '../core/ctx.ts'
import { jobOf } from '../core/jobs.ts'
import { law } from './law.ts'
import { simulate } from './simulate.ts'

type Settings = typeof contract.settings

const config: Handler<Settings['config']> = async (ctx) => ({
  accounts_url: ctx.config.accounts?.url ?? null,
  payments_mode: ctx.config.paymentsMode,
  demo: ctx.config.demo,
  dev_mail: ctx.config.devMail,
})

const job: Handler<Settings['job']> = (ctx, { params }) => jobOf(ctx.tx, params.id, me(ctx))

export const settings = bind(contract.settings, { config, job, law, simulate })
