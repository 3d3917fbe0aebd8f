import { contract } from '@mshahara/contract'
import type { Area } from '../http/area.ts'
import { area } from '../http/area.ts'
import { bind } from '../http/bind.ts'
import { stepsOf } from './first-steps.ts'

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
    }),
  })
