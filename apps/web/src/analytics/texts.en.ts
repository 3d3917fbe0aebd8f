import type { Translated } from '../lib/language.tsx'

/** Of an employee's own figures. */
export const en = {
  title: ({ name }: { name: string }) => `Report Summary for ${name}`,
  payroll: 'Payroll Summary',
  deductions: 'Deductions Summary',
  filters: 'Filters',
  monthFrom: 'Month From',
  yearFrom: 'Year From',
  monthTo: 'Month To',
  yearTo: 'Year To',
  gross: 'Gross Income',
  statutory: 'Statutory Deductions',
  other: 'Other Deductions',
  net: 'Net Income',
  tax: 'Tax',
  housing: 'Housing',
  /** Months and what bars are made of, as the server names them. */
  label: ({ label }: { label: string }) => label,
  employersOwn:
    "NITA is the employer's own cost: it is not deducted from pay, so the bars leave it out.",
  nothing: 'No confirmed payroll in these months',
  nothingText: 'Figures appear here as soon as a payroll is confirmed.',
  loading: 'Loading the figures',
  failed: 'The figures could not be loaded',
}
export type OwnTexts = Translated<typeof en>
