import type { contract } from '@mshahara/contract'
import { templateIds } from '@mshahara/contract/payslips'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { sealed } from '../../foundation/http/storage.ts'
import { type Colors, paletteOf } from '../../foundation/paper/colors.ts'
import { pagesOf } from '../../foundation/paper/layout.ts'
import { pictureOf } from '../../foundation/paper/picture.ts'
import { pageOf } from './read.ts'
import { sample } from './sample.ts'
import { say } from './sentences.ts'
import { slipsOf } from './slips.ts'
import { payslipSettings } from './tables.ts'
import { templates } from './templates/index.ts'

/** How an organisation's payslips look. */

type Templates = typeof contract.payslipTemplates

export const list: Handler<Templates['list']> = async (ctx) => {
  const { light_color, dark_color } = await ctx.tx.one<Colors>`
    select light_color, dark_color from payslip_settings`
  const query = `light=${light_color.slice(1)}&dark=${dark_color.slice(1)}`
  return templateIds.map((id) => ({
    id,
    description: templates[id].description,
    image: `/api/template-image/${id}.svg?${query}`,
  }))
}

/** With the newest confirmed payslip; before the first there is nothing to show. */
export const preview: Handler<Templates['preview']> = async (ctx, { params }) => {
  const newest = await ctx.tx.one<{ id: string }>`
    select id from paid_slips where kind = 'monthly'
    order by confirmed_at desc, run_number desc, id limit 1`
  const [slip] = await slipsOf(ctx.tx, [newest.id])
  return { html: await pageOf(ctx, found(slip), params.id) }
}

export const apply: Handler<Templates['apply']> = (ctx, { params }) =>
  change(ctx.tx, { template_id: params.id })

export const colors: Handler<Templates['colors']> = async (ctx, { body }) => change(ctx.tx, body)

async function change(tx: Tx, chosen: Partial<typeof payslipSettings.$inferInsert>) {
  const [saved] = await tx.update(payslipSettings).set(chosen).returning()
  return found(saved)
}

/** A picture of each template with invented figures: nobody's data, so no session is asked for. */
export function templateImages(app: FastifyInstance) {
  app.get<{ Params: { name: string }; Querystring: { light?: unknown; dark?: unknown } }>(
    '/api/template-image/:name',
    async (request, reply) => {
      const id = templateIds.find((known) => request.params.name === `${known}.svg`)
      const [light_color, dark_color] = [request.query.light, request.query.dark].map(colorOf)
      if (!id || !light_color || !dark_color) fail(404, say.noPicture)
      const palette = paletteOf({ light_color, dark_color })
      return reply
        .header('cache-control', 'public, max-age=86400')
        .header('content-security-policy', sealed)
        .type('image/svg+xml; charset=utf-8')
        .send(pictureOf(pagesOf(templates[id].arrange(sample), palette)))
    },
  )
}
const colorOf = (given: unknown) => /^[0-9A-Fa-f]{6}$/.exec(String(given)) && `#${given}`
