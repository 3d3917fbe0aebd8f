import type { Leaver, PayoutPreview } from '@mshahara/contract/payouts'
import { useState } from 'react'
import { people } from './people.ts'

/** Who is held back and paid all the same: ticked in the dialog, beside what the server shows. */
export function useTicks(shown: PayoutPreview | null | undefined) {
  const [ticks, setTicks] = useState<Record<string, boolean>>({})
  return {
    preview: shown ? withTicks(shown, ticks) : undefined,
    tick: (payslip_id: string, on: boolean) => setTicks({ ...ticks, [payslip_id]: on }),
  }
}

/** "2 people left before the days of this payroll were over", or are suspended, or some of each. */
export const heldBackTitle = (held: readonly Leaver[]) => {
  const gone = held.filter(({ left_on }) => left_on !== null).length
  if (gone === held.length) return `${people(gone)} left before the days of this payroll were over`
  if (gone > 0) return `${people(held.length)} left, or are suspended or inactive`
  return `${people(held.length)} ${held.length === 1 ? 'is' : 'are'} suspended or inactive`
}

export const tickedOf = (leavers: readonly Leaver[]) =>
  leavers.flatMap(({ payslip_id, ticked }) => (ticked ? [payslip_id] : []))

/** As it comes to with those who are ticked here, who are listed once. */
function withTicks(preview: PayoutPreview, ticks: Record<string, boolean>): PayoutPreview {
  const leavers = preview.leavers.map((one) => ({
    ...one,
    ticked: ticks[one.payslip_id] ?? one.ticked,
  }))
  const turned = leavers.flatMap((one, place) => {
    const more = Number(one.ticked) - Number(preview.leavers[place]?.ticked)
    return more === 0 ? [] : [{ ...one, more }]
  })
  const added = <T extends { count: number; total: number }>(to: T, of: typeof turned): T => ({
    ...to,
    count: of.reduce((sum, { more }) => sum + more, to.count),
    total: of.reduce((sum, { more, amount }) => sum + more * amount, to.total),
  })
  const beside = new Set(leavers.map(({ payslip_id }) => payslip_id))
  const left_out = preview.left_out.filter(({ payslip_id }) => !beside.has(payslip_id))
  return {
    ...added(preview, turned),
    leavers,
    left_out,
    left_out_count: preview.left_out_count - (preview.left_out.length - left_out.length),
    ways: preview.ways.map((way) =>
      added(
        way,
        turned.filter(({ method }) => method === way.method),
      ),
    ),
  }
}
