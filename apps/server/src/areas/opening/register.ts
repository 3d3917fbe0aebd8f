import type { contract } from '@mshahara/contract'
import { shillingsInput } from '@mshahara/contract/fields'
import { monthInWords } from '@mshahara/contract/months'
import { yearColumns } from '@mshahara/contract/opening'
import { lawOf } from '@mshahara/engine/statutory/index'
import { seatOf } from '../../foundation/core/ctx.ts'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { bytesOf } from '../../foundation/core/files.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import type { Column } from '../../foundation/sheets/columns.ts'
import {
  answerOf,
  type Comparison,
  checkSheet,
  doneMessage,
  dryMessage,
  isDry,
  type RowChecks,
  type RowIssue,
  refuseFaults,
  type ValidRow,
  workOf,
} from '../../foundation/sheets/import.ts'
import { readSheet, type UploadedSheet } from '../../foundation/sheets/read.ts'
import {
  chosenTwice,
  columnsBy,
  isNothing,
  isOfAnother,
  isOfWhom,
  matchedIn,
  nameDoubt,
  numbersOf,
  registerFaults,
  type Who,
  whoIn,
  whoKeys,
} from '../../foundation/sheets/register.ts'
import { houseValue, noHouse } from './house.ts'
import { compare, monthFault, type SheetRow, uploaded } from './import.ts'
import { type Known, peopleByWho } from './people.ts'
import { findingsIn, type Months, moreFindings, nothingMore } from './rules.ts'
import { say } from './sentences.ts'
import {
  amountsFrom,
  benefitsIn,
  type Figures,
  hasBenefitsIn,
  inTheirColumns,
  otherLawIn,
  payIn,
} from './year.ts'
import { cashParts, columns, placed } from './year-columns.ts'

/** A month, or the sum of several, from the register or the P10 of another system (B34). */

type Register = (typeof contract.openingBalances)['register']

interface YearRow extends SheetRow {
  who: Who
  figures: Figures
  /** How the value of a house was worked out, where the file leaves it out. */
  house: string | null
  /** Null where the file does not say. */
  disabled: boolean | null
}

export const register: Staged<Register, string, UploadedSheet> = {
  async look(ctx, { body }) {
    const fault = monthFault(body, ctx.today.slice(0, 7))
    if (fault) failField(fault.key, say.months({ why: fault.sentence }))
    const twice = chosenTwice(body.columns)
    if (twice !== undefined) failField('columns', say.headingTwice({ heading: twice }))
    return ctx.today
  },
  async make(outside, { body }) {
    const whose = { organization_id: seatOf(outside), csv: { placed } }
    const sheet = await readSheet(bytesOf(body.file), columnsBy(columns, body.columns), whose)
    // Sums at the foot are nobody's.
    return { ...sheet, rows: sheet.rows.filter((row) => isOfWhom(whoIn(sheet, row)) !== 'none') }
  },
  async keep(ctx, { query, body }, sheet) {
    const work = workOf(ctx, {})
    const dry = isDry(query)
    if (!dry) await advisoryLock(ctx.tx, `opening balances ${work.organization_id}`)
    const checked = await checkSheet(sheet, checksOf(ctx.tx, sheet, body))
    const { columns: matched, ...read } = matchedIn(sheet, yearColumns)
    const answer = (message: string) => ({
      ...answerOf(sheet, checked, { message }),
      ...read,
      matched,
    })
    if (dry) return answer(dryMessage(uploaded, { ...sheet, ignored: [] }, checked))
    refuseFaults(checked)
    await uploaded.save(ctx.tx, work, checked.rows, async () => {})
    return answer(doneMessage(uploaded, checked.counts))
  },
}

function checksOf(tx: Tx, sheet: UploadedSheet, about: Months & { source: string }) {
  const present = new Set(sheet.columns.map(({ key }) => key))
  const missing = missingIn(present)
  return {
    columns: askedOf(present, about),
    parse: (given, present) => parse(given, present, about),
    compare: (rows) => (missing ? noColumn(missing) : placeAll(tx, rows)),
  } satisfies RowChecks<YearRow>
}

/** Those of the sheet, and of the others what something is said of. */
function askedOf(present: ReadonlySet<string>, { from }: Months): Column[] {
  const { healthBeforeTax, levyBeforeTax } = lawOf(from).order
  const counts: Record<string, boolean> = { health: healthBeforeTax, housing: levyBeforeTax }
  return columns.flatMap((column) => {
    const { assumed, ...plain } = column
    if (present.has(column.key)) return [byLaw.has(column.key) ? plain : column]
    const isMeant = titled.has(column.key) || (assumed && (counts[column.key] ?? true))
    return isMeant ? [column] : []
  })
}

const titled = new Set(['gross', 'paye', 'employee_no'])
/** A blank cell of these is nothing; only where there is no such column the law is asked. */
const byLaw = new Set(['health', 'housing', 'personal_relief'])
const noColumn = async (key: string): Promise<Comparison> => ({
  issues: [{ row: 0, key, sentence: 'No column of the sheet is this one. Please match it.' }],
  counts: { created: 0, updated: 0, unchanged: 0 },
})

const hasParts = (present: ReadonlySet<string>) =>
  Object.keys(cashParts).every((key) => present.has(key))

/** Without these a row says nothing. */
function missingIn(present: ReadonlySet<string>): string | undefined {
  if (!whoKeys.some((key) => present.has(key))) return 'employee_no'
  if (!present.has('gross') && !present.has('cash') && !hasParts(present)) return 'gross'
  return present.has('paye') || present.has('self_assessed') ? undefined : 'paye'
}

const amounts = columns.filter(({ kind }) => kind === 'number')
const cells = new Map(amounts.map(({ key, title }) => [key, shillingsInput(title)]))
/** Blank: the sheet leaves it to be worked out, and does not say that there is none. */
const mayBeBlank = new Set([
  ...['gross', 'cash', 'taxable', 'paye', 'self_assessed', 'actual', 'quarters'],
  ...['global_income', 'house_rent', 'house_recovered'],
])

function parse(
  given: Record<string, unknown>,
  present: ReadonlySet<string>,
  about: Months & { source: string },
): { value: YearRow } | { issues: RowIssue[] } {
  const issues: RowIssue[] = []
  const textOf = (key: string) => String(given[key] ?? '').trim()
  const who: Who = {
    ...{ employee_no: textOf('employee_no'), pin_no: textOf('pin_no') },
    ...{ id_number: textOf('id_number'), name: textOf('name') },
  }
  if (isOfWhom(who) === 'nobody')
    issues.push({ key: whoKey(present), sentence: registerFaults.nobody })
  const figures: Figures = {}
  for (const { key } of amounts) {
    const cell = given[key]
    if (cell === undefined && (mayBeBlank.has(key) || !present.has(key))) continue
    const isEmpty = cell === undefined || (typeof cell === 'string' && isNothing(cell))
    const parsed = isEmpty ? { success: true, data: 0 } : cells.get(key)?.safeParse(cell)
    if (parsed?.success) figures[key] = parsed.data
    else issues.push({ key, sentence: 'This is not an amount of 0 or more.' })
  }
  const hasPay = figures.gross !== undefined || figures.cash !== undefined
  const pay = ['cash', 'gross'].find((key) => present.has(key))
  if (!hasPay && pay && !hasParts(present)) {
    issues.push({ key: pay, sentence: 'What was paid is required.' })
  }
  const house = houseIn(textOf('housing_type'), figures, about)
  if (house.lacks) issues.push({ key: 'housing_type', sentence: house.lacks })
  if (issues.length > 0) return { issues }
  const said = textOf('disabled')
  const disabled = isNothing(said) ? null : /^y/i.test(said)
  const { from, to, source } = about
  const row = { from, to, source, employee_no: who.employee_no, warnings: [], more: nothingMore }
  // The columns of the card follow when it is known whose they are.
  const none = {} as SheetRow['amounts']
  return { value: { ...row, amounts: none, who, figures, disabled, house: house.told } }
}

/** Of one month: what is told of several cannot be valued by the gains of each. */
function houseIn(said: string, figures: Figures, { from, to }: Months) {
  const type = said.toLowerCase()
  const isThere = !isNothing(type) && type !== noHouse && figures.quarters === undefined
  if (!isThere) return { lacks: null, told: null }
  const gains = payIn(figures) + benefitsIn(figures)
  const found = from === to ? houseValue(type, figures, gains, from) : undefined
  if (!found) return { lacks: 'The value of the house is not in the row.', told: null }
  figures.quarters = found.value
  return { lacks: null, told: found.told }
}

const whoKey = (present: ReadonlySet<string>) =>
  whoKeys.find((key) => present.has(key)) ?? 'employee_no'

// ---------------------------------------------------------------- with what is on record

/** Everybody is found; consultants, who have no card, are passed over. */
async function placeAll(tx: Tx, rows: ValidRow<YearRow>[]): Promise<Comparison> {
  const known = await peopleByWho(
    tx,
    rows.map(({ value }) => value.who),
  )
  const issues: Comparison['issues'] = []
  const warnings: NonNullable<Comparison['warnings']> = []
  const placedRows: ValidRow<YearRow>[] = []
  for (const { row, value } of rows) {
    const key = whoKeys.find((name) => !isNothing(value.who[name])) ?? 'employee_no'
    const found = whoIs(value.who, known)
    if ('fault' in found) issues.push({ row, key, sentence: found.fault })
    else if (found.tos === 'Consultant') {
      warnings.push({ row, key, sentence: 'Consultants have no P9 form: the row is left out.' })
    } else {
      const doubt = nameDoubt(found.name, value.who.name)
      if (doubt) warnings.push({ row, key: 'name', sentence: doubt })
      const faults = fillIn(value, found)
      for (const fault of inTheirColumns(faults)) issues.push({ row, ...fault })
      if (faults.length === 0) placedRows.push({ row, value })
    }
  }
  const all = await compare(tx, placedRows)
  const told = (found: Comparison['issues'] = []) =>
    found.flatMap(({ row, ...issue }) => inTheirColumns([issue]).map((one) => ({ row, ...one })))
  return {
    issues: [...issues, ...told(all.issues)],
    warnings: [...warnings, ...told(all.warnings)],
    counts: all.counts,
  }
}

/** The columns of the card, now that it is known whose they are, and what is wrong with them. */
function fillIn(value: YearRow, person: Known): RowIssue[] {
  const { figures } = value
  const other = figures.taxable === undefined ? otherLawIn(value) : undefined
  if (other) {
    const sentence = `The law is another from ${monthInWords(other)} on: such a sum needs its taxable pay.`
    return [{ key: 'taxable', sentence }]
  }
  const certified = person.certificate_until === null || person.certificate_until >= value.to
  const disabled = value.disabled ?? (person.disabled && certified)
  const isWith = hasBenefitsIn(figures, value, { ...person, disabled })
  if (isWith) figures.gross = (figures.gross ?? 0) - benefitsIn(figures) - (figures.quarters ?? 0)
  const { gross = null, nssf = null, net = null } = figures
  value.employee_no = person.employee_no
  value.amounts = amountsFrom(figures, value, { ...person, disabled })
  // The return counts benefits in its gross pay.
  value.more = { paid_gross: figures.cash === undefined ? gross : null, nssf, net }
  const { issues, warnings } = findingsIn(value.amounts, value)
  const { house } = value
  value.warnings = [
    ...(house ? [{ key: 'quarters', sentence: house }] : []),
    ...(isWith ? [{ key: 'gross', sentence: withBenefits }] : []),
    ...warnings,
  ]
  return [...issues, ...moreFindings(value.more, value.amounts)]
}

const withBenefits = 'Read as pay with the benefits of the row in it: so it fits Taxable Pay.'

function whoIs(who: Who, known: ReadonlyMap<string, Known>): Known | { fault: string } {
  for (const key of numbersOf(who)) {
    const person = known.get(key)
    if (person) return isOfAnother(who, person) ? { fault: registerFaults.anothers } : person
  }
  return { fault: 'There is no such employee here.' }
}
