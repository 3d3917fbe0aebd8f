import {
  type PayrollVariance,
  type VarianceKind,
  type VariancePerson,
  varianceKinds,
  varianceTitles,
} from '@mshahara/contract/payroll-variance'
import { difference } from '../lib/format.ts'

/** The lines of a reconciliation, for the screen and for paper. */

export interface BridgeRow {
  key: string
  title: string
  kind: VarianceKind
  /** One of several items that the row above sums up. */
  part: boolean
  /** Nothing for the sum of several items: the same person may be in more than one. */
  count: number | null
  gross: number
  net: number
}

const cents = (shillings: number) => Math.round(shillings * 100)
const sum = (list: readonly number[]) => list.reduce((all, one) => all + cents(one), 0) / 100

/** A line for each kind; its items under it where there is more than the kind itself to say. */
export function bridgeRows({ reasons }: Pick<PayrollVariance, 'reasons'>): BridgeRow[] {
  return varianceKinds.flatMap((kind) => {
    const own = reasons.filter((reason) => reason.kind === kind)
    if (own.length === 0) return []
    const title = varianceTitles[kind]
    const [only] = own
    if (only && own.length === 1) {
      const name = only.name ? `${title}: ${only.name}` : title
      return { ...only, key: kind, title: name, part: false }
    }
    const whole: BridgeRow = {
      ...{ key: kind, title, kind, part: false },
      count: null,
      gross: sum(own.map(({ gross }) => gross)),
      net: sum(own.map(({ net }) => net)),
    }
    const parts = own.map((reason) => ({
      ...reason,
      key: `${kind} ${reason.name}`,
      title: reason.name || 'Salary',
      part: true,
    }))
    return [whole, ...parts]
  })
}

/** Why, line by line; what the law makes of it in one. */
export function whyOf({ reasons }: Pick<VariancePerson, 'reasons'>): string[] {
  const lawful = reasons.filter(({ kind }) => kind === 'statutory')
  const own = reasons
    .filter(({ kind }) => kind !== 'statutory')
    .map(({ kind, name, detail, net }) => {
      const what = name ? `${varianceTitles[kind]}, ${name}` : varianceTitles[kind]
      return `${what}: ${detail}, ${difference(net)}`
    })
  if (lawful.length === 0) return own
  const names = lawful.map(({ name }) => name).join(', ')
  return [...own, `${names}: ${difference(sum(lawful.map(({ net }) => net))) || 'no change'}`]
}
