import { z } from 'zod'
import { crud } from './crud.ts'
import { endpoint } from './endpoint.ts'
import { byId, day, id, idNamed, instant, message, month, shillings, text } from './fields.ts'
import { extensions, sheetAnswer } from './sheet.ts'

/** The books (B35): accounts, the entries that every act makes, what is still owed, and files. */

/** Of whoever exports payrolls: it is the same pay, added up. */
const access = 'export payrolls'

export const journalKinds = [
  'run',
  'payout',
  'recorded',
  'cash',
  'loan',
  'loan entry',
  'claim',
  'remittance',
] as const
export type JournalKind = (typeof journalKinds)[number]

export const natures = ['cost', 'income', 'payable', 'receivable', 'money'] as const
export type Nature = (typeof natures)[number]

// ---------------------------------------------------------------- accounts

export const journalAccount = z.object({ id, code: z.string(), name: z.string() })
export type JournalAccount = z.output<typeof journalAccount>

export const journalAccountInput = z.object({
  code: text('Account Number', 40),
  name: text('Account Name'),
})

const account = z.object({ code: z.string(), name: z.string() })

export const journalLine = z.object({
  /** What stands for it in a mapping. */
  line: z.string(),
  label: z.string(),
  nature: z.enum(natures),
  /** It is in an entry: without an account, nothing can be exported. */
  used: z.boolean(),
  account_id: id.nullable(),
  /** Departments with an account of their own. */
  departments: z.array(z.object({ department_id: id, department: z.string(), account_id: id })),
})
export type JournalLine = z.output<typeof journalLine>

export const journalMapInput = z.object({
  line: text('Line', 200),
  /** Null: whatever the department. */
  department_id: idNamed('Please choose a department.').nullable(),
  /** Null takes the choice back. */
  account_id: idNamed('Please choose an account.').nullable(),
})

// ---------------------------------------------------------------- entries

export const journalEntry = z.object({
  id,
  number: z.number(),
  kind: z.enum(journalKinds),
  day,
  title: z.string(),
  /** Debits, which are the credits. */
  amount: shillings,
  /** The number of the entry that it takes back, and of the one that takes it back. */
  mirrors: z.number().nullable(),
  mirrored_by: z.number().nullable(),
  /** More may come to it until its day is over; until then it is in no file. */
  growing: z.boolean(),
})
export type JournalEntry = z.output<typeof journalEntry>

const bookedLine = z.object({
  line: z.string(),
  label: z.string(),
  nature: z.enum(natures),
  department_id: id.nullable(),
  department: z.string().nullable(),
  cost_centre_id: id.nullable(),
  cost_centre: z.string().nullable(),
  account: account.nullable(),
  debit: shillings,
  credit: shillings,
  /** Payslips are behind it. */
  slips: z.boolean(),
})
export type BookedLine = z.output<typeof bookedLine>

export const journalMonth = z.object({
  month,
  entries: z.array(journalEntry),
  /** Lines of the month without an account, by name. */
  unmapped: z.array(z.string()),
})
export type JournalMonth = z.output<typeof journalMonth>

export const journalEntryDetail = journalEntry.extend({
  /** When it was made. */
  created_at: instant,
  /** The payroll that it tells of. */
  run: z.object({ id, kind: z.string() }).nullable(),
  lines: z.array(bookedLine),
})
export type JournalEntryDetail = z.output<typeof journalEntryDetail>

export const journalSlip = z.object({
  slip_id: id,
  no: z.string(),
  name: z.string(),
  debit: shillings,
  credit: shillings,
})
export type JournalSlip = z.output<typeof journalSlip>

export const balanceRow = z.object({
  line: z.string(),
  label: z.string(),
  nature: z.enum(natures),
  account: account.nullable(),
  /** Above zero a debit, below a credit. */
  opening: shillings,
  debit: shillings,
  credit: shillings,
  closing: shillings,
})
export type BalanceRow = z.output<typeof balanceRow>

// ---------------------------------------------------------------- files

export const journalFormats = {
  quickbooks: 'QuickBooks Online',
  xero: 'Xero',
  sage: 'Sage 50',
  pastel: 'Sage Pastel',
  zoho: 'Zoho Books',
  plain: 'Plain table',
} as const
export type JournalFormat = keyof typeof journalFormats
const formats = Object.keys(journalFormats) as [JournalFormat, ...JournalFormat[]]

export const journalFileQuery = z
  .object({
    format: z.enum(formats, 'Please choose a program.'),
    extension: z.enum(extensions, 'Please choose a format.').default('csv'),
    /** A line for each person, or for each department. */
    by: z.enum(['department', 'person']).default('department'),
    /** One entry alone. */
    entry: idNamed('This entry was not found.').optional(),
  })
  .refine(({ format, extension }) => format === 'plain' || extension === 'csv', {
    path: ['extension'],
    error: 'This program reads CSV files; a plain table is had as Excel too.',
  })

const ofMonth = z.object({ month })

export const journalAccounts = crud({
  name: 'journal-account',
  words: 'account',
  may: { view: access, create: access, edit: access, delete: access },
  row: journalAccount,
  input: journalAccountInput,
})

export const journal = {
  lines: endpoint({
    method: 'GET',
    path: 'journal-lines',
    access,
    summary: 'Every kind of line in the books, and the account it goes to.',
    response: z.array(journalLine),
  }),
  map: endpoint({
    method: 'POST',
    path: 'journal-mapping',
    access,
    summary: 'Choose the account of a kind of line, for all or for a department.',
    body: journalMapInput,
    response: message,
  }),
  chart: endpoint({
    method: 'POST',
    path: 'journal-chart',
    access,
    summary: 'Take the starting chart: an account for every line that has none.',
    response: z.object({ message: z.string(), accounts: z.number(), lines: z.number() }),
  }),
  month: endpoint({
    method: 'GET',
    path: 'journal/:month',
    access,
    summary: 'The entries of a month.',
    params: ofMonth,
    response: journalMonth,
  }),
  entry: endpoint({
    method: 'GET',
    path: 'journal-entry/:id',
    access,
    summary: 'An entry with its lines.',
    params: byId,
    response: journalEntryDetail,
  }),
  slips: endpoint({
    method: 'GET',
    path: 'journal-entry/:id/slips',
    access,
    summary: 'The payslips behind a line of an entry.',
    params: byId,
    query: z.object({
      line: text('Line', 200),
      /** Left out: all departments; empty: nobody's. */
      department_id: z.union([id, z.literal('')]).optional(),
      cost_centre_id: z.union([id, z.literal('')]).optional(),
    }),
    response: z.array(journalSlip),
  }),
  balance: endpoint({
    method: 'GET',
    path: 'journal-balance/:month',
    access,
    summary: 'The trial balance at the end of a month: what is still owed to whom.',
    params: ofMonth,
    response: z.array(balanceRow),
  }),
  file: endpoint({
    method: 'GET',
    path: 'journal/:month/file',
    access,
    summary: 'The entries of a month as a file for an accounting program, as a data URL.',
    params: ofMonth,
    query: journalFileQuery,
    response: sheetAnswer,
  }),
  booked: endpoint({
    method: 'GET',
    path: 'journal/:month/booked',
    access,
    summary: 'The entries of a month with accounts and lines, for programs that fetch them.',
    params: ofMonth,
    response: z.array(
      z.object({
        number: z.number(),
        day,
        title: z.string(),
        mirrors: z.number().nullable(),
        lines: z.array(
          z.object({
            account,
            label: z.string(),
            department: z.string().nullable(),
            cost_centre: z.string().nullable(),
            debit: shillings,
            credit: shillings,
          }),
        ),
      }),
    ),
  }),
}
