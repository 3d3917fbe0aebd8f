import { contract } from '@mshahara/contract'
import { me } from '../../foundation/core/ctx.ts'
import type { Area } from '../../foundation/http/area.ts'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { ownPay } from '../payroll/index.ts'
import { stepsOf } from './move-in.ts'

const order = { late: 0, soon: 1, open: 2 } as const

/** The first screen, which asks every area what waits for the person it is shown to. */
export const dashboardOf = (areas: readonly Area[]) =>
  area('dashboard', {
    calls: bind(contract.dashboard, {
      async get(ctx) {
        const waiting = []
        for (const { waiting: lines } of areas) waiting.push(...((await lines?.(ctx)) ?? []))
        // Those of one urgency stay in the order of the areas.
        waiting.sort((a, b) => order[a.urgency] - order[b.urgency])
        return { waiting, steps: await stepsOf(ctx) }
      },
      async home(ctx) {
        const { employee_id, leaver } = me(ctx)
        if (!employee_id) return { pay: null, cards: [] }
        const cards = []
        // People who have left see their pay and nothing else (B22).
        if (!leaver) {
          for (const { home } of areas) cards.push(...((await home?.(ctx, employee_id)) ?? []))
        }
        return { pay: await ownPay(ctx, employee_id), cards }
      },
    }),
  })
