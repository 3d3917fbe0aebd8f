import { z } from 'zod'
import { bankLayoutInput, bankLayoutListed, bankTypes } from './bank-layouts.ts'
import { endpoint } from './endpoint.ts'
import { byId, flag, id, instant, message, optional, shillings } from './fields.ts'
import type { healthName } from './figures.ts'
import { payrollFilter } from './payroll.ts'
import type { Permission } from './permissions.ts'
import type { RunAct } from './run-states.ts'
import { wordingOf } from './say.ts'
import { type Extension, extensions } from './sheet.ts'
import { fieldWords } from './wording.ts'

export { type Extension, extensions }

/** Files made of a run, and the tax deduction card of a year. */

export const deductionTypes = ['nhif', 'nssf', 'SEC_B', 'ahl', 'nita', 'helb'] as const
export const exportTypes = ['all', ...deductionTypes, ...bankTypes] as const
export type ExportType = (typeof exportTypes)[number]

export const exportGroups: { group: string; items: { value: ExportType; label: string }[] }[] = [
  { group: 'PAYROLL', items: [{ value: 'all', label: 'All' }] },
  {
    group: 'DEDUCTIONS',
    items: [
      { value: 'nhif', label: 'SHIF / NHIF' },
      { value: 'nssf', label: 'NSSF' },
      { value: 'SEC_B', label: 'PAYE' },
      { value: 'ahl', label: 'Housing Levy (AHL)' },
      { value: 'nita', label: 'NITA' },
      { value: 'helb', label: 'HELB' },
    ],
  },
  {
    group: 'BANKS',
    items: [
      { value: 'co-op-bank', label: 'Co-op Bank' },
      { value: 'equity-bank', label: 'Equity Bank' },
      { value: 'kcb-bank', label: 'KCB Bank' },
      { value: 'ncba-bank', label: 'NCBA Bank' },
      { value: 'national-bank', label: 'National Bank' },
      { value: 'bank', label: 'Any bank' },
    ],
  },
]
const labels = new Map<string, string>([
  ...exportGroups.flatMap(({ items }) =>
    items.map(({ value, label }): [string, string] => [value, label]),
  ),
  ['payslips', 'All payslips'],
  ['withholding', 'Withholding Tax'],
  ['fbt', 'Fringe Benefit Tax'],
  ['returns', 'All returns'],
])
/** As the month calls it. */
export const exportLabel = (type: string, health: z.output<typeof healthName>) =>
  type === 'nhif' ? health : (labels.get(type) ?? type)

export const extensionLabels: Record<Extension | 'pdf' | 'zip', string> = {
  xlsx: 'Excel',
  csv: 'CSV',
  pdf: 'PDF',
  zip: 'ZIP',
}

const isBankFile = (type: string) => (bankTypes as readonly string[]).includes(type)
/** What a bank pays by is for whoever may approve the payroll. */
export const permissionFor = (type: string): Permission =>
  isBankFile(type) ? 'approve payrolls' : 'export payrolls'

/** What goes to an authority or a bank is made of a confirmed run only (B25). */
export const actOf = (type: ExportType): RunAct => (type === 'all' ? 'export' : 'declare')

export const exportInput = z.object({
  filter: payrollFilter
    .nullish()
    .transform(
      (given) => given ?? { department_id: null, designation_id: null, work_station_id: null },
    ),
  type: z.enum(exportTypes, 'Please choose an export type.'),
  extension: z.enum(extensions, fieldWords.chooseFormat),
})
export type ExportInput = z.output<typeof exportInput>

export const byproduct = z.object({
  id,
  /** As it is called when it is downloaded, and where it is. */
  name: z.string(),
  address: z.string(),
  /** Of the run when it was made, and what the file comes to; null where it has neither. */
  state: z.enum(['draft', 'confirmed', 'reversed']).nullable(),
  total: shillings.nullable(),
  /** Since then it is on record only. */
  withdrawn_at: instant.nullable(),
  /** Who said that this bank file was not used; null when its payroll has changed. */
  withdrawn_by: z.string().nullable(),
  type: z.string(),
  extension: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  made_by: z.string(),
  created_at: instant,
})
export type Byproduct = z.output<typeof byproduct>

/** People a file says nothing of, or too little: how many, how much, and the first of them. */
export const exportNote = z.object({
  title: z.string(),
  left_out: z.boolean(),
  count: z.number(),
  amount: shillings,
  people: z.array(z.object({ employee_no: z.string(), name: z.string(), amount: shillings })),
})
export type ExportNote = z.output<typeof exportNote>

export const exportAnswer = z.object({
  message: z.string(),
  /** Null while a job is at work; GET job/{id} has the same answer as its result. */
  file: byproduct.nullable(),
  job_id: id.nullable(),
  /** Rows of the file, and what they come to in the amount that it is about. */
  rows: z.number(),
  total: shillings,
  notes: z.array(exportNote),
  /** Of a bank file: what could make somebody in it be paid twice, or the bank send it back. */
  warnings: z.array(z.string()),
})
export type ExportAnswer = z.output<typeof exportAnswer>

/** How a bank file is made with one press. */
export const bankFileFormat = z.object({
  type: z.enum(bankTypes),
  extension: z.enum(extensions),
  /** The last one was made so; before the first it is only what the own bank would take. */
  used: z.boolean(),
})
export type BankFileFormat = z.output<typeof bankFileFormat>

export const exportWords = wordingOf('export-fields', {
  from2021: 'Payrolls are kept from 2021 onwards.',
})

export const p9Input = z.object({
  /** Of an employee or of a casual; both empty: everybody, in one file. */
  employee_id: optional(id),
  casual_id: optional(id),
  year: z.coerce
    .number(fieldWords.chooseYear)
    .int(fieldWords.chooseYear)
    .min(2021, exportWords.from2021)
    .max(2100, fieldWords.chooseYear),
  /** On paper everybody's cards are an archive of files. */
  extension: z.enum(['xlsx', 'pdf'], fieldWords.chooseFormat).default('xlsx'),
})

export const exports = {
  make: endpoint({
    method: 'POST',
    path: 'payroll/export/:id',
    access: 'export payrolls',
    summary: 'Make a file of a run: all figures, a return, or a bank file.',
    params: byId,
    body: exportInput,
    response: exportAnswer,
  }),
  p9: endpoint({
    method: 'POST',
    path: 'payroll/p9',
    access: 'owner-or view payrolls',
    summary: 'The tax deduction card of a year, of one person or of everybody.',
    body: p9Input,
    response: exportAnswer,
  }),
  mailCards: endpoint({
    method: 'POST',
    path: 'payroll/p9/email',
    access: 'export payrolls',
    summary: 'Send the tax deduction card of a year by email: one person, or all who lack it.',
    body: p9Input.omit({ extension: true, casual_id: true }),
    response: z.object({ message: z.string(), count: z.number(), job_id: id }),
  }),
  payslips: endpoint({
    method: 'POST',
    path: 'payroll/payslips/:id',
    access: 'export payrolls',
    summary: 'All payslips of a confirmed run: one document to print, or an archive.',
    params: byId,
    body: z.object({ extension: z.enum(['pdf', 'zip'], fieldWords.chooseFormat) }),
    response: exportAnswer,
  }),
  years: endpoint({
    method: 'GET',
    path: 'years',
    access: 'signed-in',
    summary: 'Years with confirmed payrolls and the current one, newest first.',
    response: z.array(z.number()),
  }),
  byproducts: endpoint({
    method: 'GET',
    path: 'byproducts/:id',
    access: 'export payrolls',
    summary: 'The files that were made of a run, newest first; with `withdrawn=1` those too.',
    params: byId,
    query: z.object({ withdrawn: flag.optional() }),
    response: z.array(byproduct),
  }),
  bankFileFormat: endpoint({
    method: 'GET',
    path: 'bank-file-format',
    access: 'approve payrolls',
    summary: "How the organisation's last bank file was made: for which bank, and in which format.",
    response: bankFileFormat,
  }),
  notUsed: endpoint({
    method: 'POST',
    path: 'byproduct/:id/not-used',
    access: 'pay payrolls',
    insiders: true,
    summary: 'Say that nobody took a bank file to the bank: its people can be paid otherwise.',
    params: byId,
    response: message,
  }),
  bankLayouts: endpoint({
    method: 'GET',
    path: 'bank-layouts',
    access: 'view organization',
    summary: "The organisation's bank file layouts.",
    response: z.array(bankLayoutListed),
  }),
  changeBankLayout: endpoint({
    method: 'PATCH',
    path: 'bank-layouts',
    access: 'edit organization',
    summary: 'Change one of them, or go back to its starting point.',
    body: bankLayoutInput,
    response: z.array(bankLayoutListed),
  }),
}
