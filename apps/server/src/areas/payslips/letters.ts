import { inBoth, type Language, monthSaid, type Said } from '@mshahara/contract/language'
import { titleSaid } from '@mshahara/contract/run-kinds'
import type { Tx } from '../../foundation/core/db.ts'

/** What employees are written and told of their payslips, in both languages. */

export const dear: Said = { en: 'Dear', sw: 'Mpendwa' }

/** The language of each of these employees; English for those who have no login. */
export async function languagesOf(tx: Tx, employee_ids: string[]) {
  const rows = await tx.all<{ employee_id: string; language: Language }>`
    select m.employee_id, u.language from memberships m join users u on u.id = m.user_id
    where m.employee_id = any (${employee_ids}::uuid[])`
  const known = new Map(rows.map(({ employee_id, language }) => [employee_id, language]))
  return (employee_id: string): Language => known.get(employee_id) ?? 'en'
}

/** Of which run a payslip is: of a month, or of one beside it that has a name. */
export interface Titled {
  month: string
  title: string | null
}

/** "December 2026", or "13th month, December 2026". */
export const periodOf = ({ title, month }: Titled, language: Language) =>
  title === null
    ? monthSaid(month, language)
    : `${titleSaid(title, language)}, ${monthSaid(month, language)}`

const withMonth = (of: Titled, en: (period: string) => string, sw: (period: string) => string) =>
  inBoth((language) => (language === 'sw' ? sw : en)(periodOf(of, language)))

export const opensWith: Said = {
  en: 'The file opens with your ID number.',
  sw: 'Faili inafunguka kwa nambari yako ya kitambulisho.',
}
export const looksWrong: Said = {
  en: 'If a figure looks wrong, please ask your payroll office.',
  sw: 'Ikiwa kuna kiasi kisicho sahihi, tafadhali iulize ofisi ya mishahara.',
}

export const newPayslip = (of: Titled) => ({
  title: { en: 'New payslip', sw: 'Hati mpya ya malipo' },
  text: withMonth(
    of,
    (period) => `Your payslip for ${period} is ready.`,
    (period) => `Hati yako ya malipo ya ${period} iko tayari.`,
  ),
  subject: withMonth(
    of,
    (period) => `Payslip for ${period}`,
    (period) => `Hati ya malipo ya ${period}`,
  ),
  attached: withMonth(
    of,
    (period) => `Your payslip for ${period} is attached.`,
    (period) => `Hati yako ya malipo ya ${period} imeambatishwa.`,
  ),
  opensWith,
  view: { en: 'View your payslip', sw: 'Tazama hati yako ya malipo' },
  ask: looksWrong,
})

export const takenBack = (of: Titled) => ({
  title: { en: 'Payslip no longer valid', sw: 'Hati ya malipo si halali tena' },
  text: withMonth(
    of,
    (period) => `Your payslip for ${period} was withdrawn. You will receive a new one.`,
    (period) => `Hati yako ya malipo ya ${period} imebatilishwa. Utapata nyingine mpya.`,
  ),
  subject: withMonth(
    of,
    (period) => `Payslip for ${period} no longer valid`,
    (period) => `Hati ya malipo ya ${period} si halali tena`,
  ),
  paragraph: withMonth(
    of,
    (period) => `Your payslip for ${period} was withdrawn and is no longer valid.`,
    (period) => `Hati yako ya malipo ya ${period} imebatilishwa na si halali tena.`,
  ),
  newOne: {
    en: 'You will receive a new one when the payroll is confirmed again.',
    sw: 'Utapata nyingine mpya malipo yatakapothibitishwa tena.',
  },
  ask: {
    en: 'If you have questions, please ask your payroll office.',
    sw: 'Ikiwa una maswali, tafadhali iulize ofisi ya mishahara.',
  },
})
