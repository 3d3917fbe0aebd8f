import { LawError, TooLarge } from '@mshahara/engine/dated'
import { figureNames } from '@mshahara/engine/figures'
import type { MonthPay, PayTerms } from '@mshahara/engine/month-pay'
import { payOptions } from '../employees/index.ts'
import { intakesOf, payOf } from './intakes.ts'
import { earlierPay } from './month-so-far.ts'
import type { Drafted, SourceRow } from './source.ts'

/** From what is known of a person in a month to every figure of the payslip. Pure; whole cents. */

/** What a payslip can hold: the columns end here. */
const mostCents = 10 ** 14 - 1
const tooMuch = "An amount, or the sum of several, is too large to be a month's pay."

/** One person's impossible figures become a sentence about that person; the rest go on. */
export function computeOrExplain(
  row: Pick<SourceRow, 'source' | 'sparse' | 'earlier'>,
  { kind, month }: Drafted,
): MonthPay | { fault: string } {
  const values = { ...row.source, ...row.sparse }
  try {
    const parts = intakesOf(kind).flatMap((intake) => intake.parts(values[intake.name], month))
    const pay = payOf(kind)(parts, termsOf(row, month), month)
    const fits = figureNames.every((name) => Math.abs(pay.figures[name]) <= mostCents)
    return fits ? pay : { fault: tooMuch }
  } catch (error) {
    if (!(error instanceof LawError)) {
      return { fault: 'The figures do not fit together. Please contact support.' }
    }
    return { fault: error instanceof TooLarge ? tooMuch : error.message }
  }
}

function termsOf(
  { source, earlier }: Pick<SourceRow, 'source' | 'earlier'>,
  month: string,
): PayTerms {
  const { person, switches, settings } = source
  const { vat_registered } = person
  const { withhold } = settings
  return {
    from: person.employment_date,
    to: person.termination_date,
    consultant: person.tos === 'Consultant' ? { vat_registered, withhold } : undefined,
    born: person.dob,
    nssf_continues: person.nssf_continues,
    earlier: earlierPay(earlier),
    options: payOptions(person, switches, settings, month),
  }
}
