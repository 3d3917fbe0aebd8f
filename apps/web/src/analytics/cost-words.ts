import type { CostComponent, CostReport, CostRow } from '@mshahara/contract/cost-of-people'
import { difference, signed } from '../lib/format.ts'

/** What of the report is read in which way, on the screen and on paper. */

export const views = [
  { value: 'department', label: 'By department' },
  { value: 'cost-centre', label: 'By cost centre' },
  { value: 'component', label: 'By component' },
] as const
export type View = (typeof views)[number]['value']

const isView = (text: string | undefined): text is View => views.some(({ value }) => value === text)
export const viewIn = (text: string | undefined): View => (isView(text) ? text : 'department')

export const headings: Record<View, string> = {
  department: 'Department',
  'cost-centre': 'Cost Centre',
  component: 'Component',
}

export const unitRows = (report: CostReport, view: Exclude<View, 'component'>): CostRow[] =>
  view === 'department' ? report.departments : report.cost_centres

type Against = Pick<CostComponent, 'cost' | 'before'>
type Held = Pick<CostComponent, 'budget' | 'beyond'>

/** The last row of a table. */
export const totalOf = ({ total, held }: CostReport, view: View) => ({
  ...total,
  ...held[tables[view]],
})
const tables = {
  department: 'departments',
  'cost-centre': 'cost_centres',
  component: 'components',
} as const

const cents = (shillings: number) => Math.round(shillings * 100)
const less = (cost: number, than: number) => difference((cents(cost) - cents(than)) / 100) || '0.00'

export const changeIn = ({ cost, before }: Against) => less(cost, before)
export const budgetIn = ({ budget }: Held) => (budget === null ? '–' : signed(budget))
export const beyondIn = ({ beyond }: Held) => (beyond === null ? '–' : difference(beyond) || '0.00')

export const partWords: Record<CostComponent['part'], string> = {
  gross: 'Gross pay',
  employer: "Employer's contributions",
}
