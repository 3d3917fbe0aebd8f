import type { SlipWords } from './words.ts'

/** What a payslip says, as text ready to be set; how it is arranged is up to the template. */

export interface ContentLine {
  label: string
  amount: string
  /** The same since January, where it is counted. */
  year?: string | undefined
}

export interface Content {
  /** Everything that is not this payslip's own, in the language it is written in. */
  words: SlipWords
  organization: { name: string; lines: string[]; logo: boolean }
  period: string
  year: string
  code: string
  /** Printed on payslips that are not, or no longer, valid. */
  mark: string | null
  person: { name: string; employee_no: string; work: Fact[]; numbers: Fact[] }
  earnings: ContentLine[]
  deductions: ContentLine[]
  tax: ContentLine[]
  /** What is taxed and is no money: in no sum of the others. */
  inKind: ContentLine[]
  employer: ContentLine[]
  /** Gross, tax and so on since January, from confirmed payrolls. */
  toDate: ContentLine[]
  /** Where figures of the year come from, where not all of them are of here. */
  notes: string[]
  gross: ContentLine
  taken: ContentLine
  net: ContentLine
  /** The address of the verification page. */
  verify: string
}
export type Fact = [label: string, value: string]

/** 1,234,567.80 */
export function amount(cents: number): string {
  const [whole, part] = (Math.abs(cents) / 100).toFixed(2).split('.') as [string, string]
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '−' : ''}${grouped}.${part}`
}
