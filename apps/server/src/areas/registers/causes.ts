import type { RegisterCause, RegisterFigure } from '@mshahara/contract/registers'
import { LawError } from '@mshahara/engine/dated'
import type { PayInput } from '@mshahara/engine/input'
import { payslip } from '@mshahara/engine/payslip'

/** Why a figure of one person differs between two registers of a month. Pure; whole cents. */

export type Figures = Partial<Record<RegisterFigure, number>>
export interface Difference {
  figure: RegisterFigure
  here: number
  there: number
  cause: RegisterCause
}
interface Person {
  figures: Record<RegisterFigure, number>
  input: PayInput
}

const statutory = ['taxable', 'paye', 'nssf', 'health', 'housing'] as const
type Statutory = (typeof statutory)[number]
const isStatutory = (figure: RegisterFigure): figure is Statutory =>
  (statutory as readonly RegisterFigure[]).includes(figure)
const sums = ['total_deductions', 'net']
/** Of which a sum is made; of the net, pay as well. */
const deducted = ['paye', 'nssf', 'health', 'housing', 'other_deductions'] as const

/** Less than a shilling. */
const isSmall = (cents: number) => Math.abs(cents) < 100

export function differencesOf(person: Person, there: Figures, month: string): Difference[] {
  const byOurLaw = lawOfTheirPay(person, there, month)
  const found: Difference[] = []
  const differ = (figure: RegisterFigure) => (there[figure] ?? NaN) - person.figures[figure]
  // A pension that only one of them knows lowers the tax by the same law.
  const othersDiffer = !isSmall(differ('other_deductions') || 0)
  for (const figure of Object.keys(there) as RegisterFigure[]) {
    const by = differ(figure)
    if (by === 0 || sums.includes(figure)) continue
    const theirs = there[figure] as number
    const byOthers = othersDiffer && (figure === 'taxable' || figure === 'paye')
    const usual = byOthers ? 'input' : causeOf(figure, theirs, byOurLaw)
    const cause = isSmall(by) ? 'rounding' : usual
    found.push({ figure, here: person.figures[figure], there: theirs, cause })
  }
  for (const figure of ['total_deductions', 'net'] as const) {
    const by = differ(figure)
    if (Number.isNaN(by) || by === 0) continue
    const cause = isSmall(by) ? 'rounding' : causeOfSum(figure, by, found)
    found.push({ figure, here: person.figures[figure], there: there[figure] as number, cause })
  }
  return found
}

type Law = Record<Statutory, number>

/** What our law makes of their pay, where it is another; null where it can make nothing of it. */
function lawOfTheirPay({ figures, input }: Person, there: Figures, month: string) {
  const { gross = figures.gross, salary = figures.salary } = there
  const more = there.gross === undefined ? salary - figures.salary : gross - figures.gross
  if (more === 0) return undefined
  try {
    const law = payslip({ ...input, salary: input.salary + more }, month)
    return {
      taxable: law.taxablePay,
      paye: law.paye,
      nssf: law.nssfEmployee,
      health: law.nhif + law.shif,
      housing: law.ahlEmployee,
    }
  } catch (error) {
    if (error instanceof LawError) return null
    throw error
  }
}

function causeOf(figure: RegisterFigure, theirs: number, law: Law | null | undefined) {
  if (!isStatutory(figure)) return 'input'
  if (law === undefined) return 'law'
  return law === null || isSmall(theirs - law[figure]) ? 'input' : 'law'
}

/** A sum differs for what its parts differ for, and for what no part tells. */
function causeOfSum(
  figure: 'total_deductions' | 'net',
  by: number,
  found: readonly Difference[],
): RegisterCause {
  const sign = figure === 'net' ? -1 : 1
  const parts = found.filter(
    (one) =>
      (deducted as readonly RegisterFigure[]).includes(one.figure) ||
      (figure === 'net' && one.figure === 'gross'),
  )
  const told = parts.reduce((sum, { figure: part, here, there }) => {
    return sum + (part === 'gross' ? there - here : sign * (there - here))
  }, 0)
  if (parts.some(({ cause }) => cause === 'input') || !isSmall(by - told)) return 'input'
  return parts.some(({ cause }) => cause === 'law') ? 'law' : 'rounding'
}
