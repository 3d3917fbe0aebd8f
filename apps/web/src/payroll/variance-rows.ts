import {
  type PayrollVariance,
  type VarianceKind,
  type VariancePerson,
  varianceKinds,
  varianceTitles,
} from '@mshahara/contract/payroll-variance'
import { amount, difference, signed } from '../lib/format.ts'

/** The lines of a reconciliation, in words, for the screen and for paper. */

export interface StatementLine {
  key: string
  title: string
  /** Nothing for opening and closing. */
  kind: VarianceKind | null
  /** One of several items that the line above sums up. */
  part: boolean
  total: boolean
  /** Empty for the sum of several items: the same person may be in more than one. */
  count: string
  gross: string
  net: string
}

type Reason = PayrollVariance['reasons'][number]

const cents = (shillings: number) => Math.round(shillings * 100)
const sum = (list: readonly Reason[], of: 'gross' | 'net') =>
  list.reduce((all, reason) => all + cents(reason[of]), 0) / 100

/** Opening; a line for each kind, with its items under it where there are several; closing. */
export function statementOf({ opening, closing, reasons }: PayrollVariance): StatementLine[] {
  const side = (key: string, of: typeof closing, total: boolean): StatementLine => ({
    ...{ key, title: `${of.month} ${of.year}`, kind: null, part: false, total },
    ...{ count: String(of.count), gross: signed(of.gross), net: signed(of.net) },
  })
  return [
    ...(opening ? [side('opening', opening, false)] : []),
    ...varianceKinds.flatMap((kind) =>
      linesOf(
        kind,
        reasons.filter((reason) => reason.kind === kind),
      ),
    ),
    side('closing', closing, true),
  ]
}

function linesOf(kind: VarianceKind, own: Reason[]): StatementLine[] {
  const title = varianceTitles[kind]
  const line = (key: string, named: string, of: Reason[], part: boolean): StatementLine => ({
    ...{ key, title: named, kind, part, total: false },
    count: of.length === 1 ? String(of[0]?.count) : '',
    gross: difference(sum(of, 'gross')),
    net: difference(sum(of, 'net')),
  })
  const [only] = own
  if (!only) return []
  if (own.length === 1)
    return [line(kind, only.name ? `${title}: ${only.name}` : title, own, false)]
  const parts = own.map((one) => line(`${kind} ${one.name}`, one.name || 'Salary', [one], true))
  return [line(kind, title, own, false), ...parts]
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
  const net = lawful.reduce((all, one) => all + cents(one.net), 0) / 100
  return [...own, `${names}: ${difference(net) || 'no change in sum'}`]
}

export const changeOf = ({ before, after }: VariancePerson, of: 'gross' | 'net') =>
  difference((cents(after[of]) - cents(before[of])) / 100) || amount(0)
