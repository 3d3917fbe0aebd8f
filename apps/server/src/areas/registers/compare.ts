import type { contract } from '@mshahara/contract'
import {
  type RegisterCompared,
  type RegisterFigure,
  registerCauses,
  registerColumns,
  registerFigures,
} from '@mshahara/contract/registers'
import { seatOf } from '../../foundation/core/ctx.ts'
import { failField } from '../../foundation/core/fail.ts'
import { bytesOf } from '../../foundation/core/files.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import { loadRun, ofEmployees, refuseAct } from '../../foundation/pay/runs.ts'
import { readSheet, type UploadedSheet } from '../../foundation/sheets/read.ts'
import {
  chosenTwice,
  columnsBy,
  isOfAnother,
  matchedIn,
  numbersOf,
  registerFaults,
} from '../../foundation/sheets/register.ts'
import { eachSlip, type LawfulSlip, nameOf } from '../payroll/index.ts'
import { differencesOf } from './causes.ts'
import { columns } from './columns.ts'
import { benefitsOf, mostFitting, readingOf } from './gross.ts'
import { remember } from './outcomes.ts'
import { type Fault, type RegisterRow, registerRows } from './rows.ts'
import { sayToStaff } from './sentences.ts'

/** Another system's register of a month, beside a payroll of ours (B34). */

type Compare = (typeof contract.registers)['compare']

/** Enough to work through; the counts are of all. */
const mostShown = 1000

export const compare: Staged<Compare, string, { month: string; sheet: UploadedSheet }> = {
  async look(ctx, { params }) {
    const run = await loadRun(ctx.tx, ofEmployees, params.id)
    refuseAct(run, 'export')
    return run.month
  },
  async make(outside, { body }, month) {
    const { file, columns: chosen } = body()
    const twice = chosenTwice(chosen)
    if (twice !== undefined) failField('columns', sayToStaff.headingTwice({ heading: twice }))
    const whose = { organization_id: seatOf(outside), csv: {} }
    return { month, sheet: await readSheet(bytesOf(file), columnsBy(columns, chosen), whose) }
  },
  async keep(ctx, { params }, { month, sheet }) {
    const { rows, faults } = registerRows(sheet)
    const comparing = comparisonOf(rows, faults, month)
    const where = sql`s.payroll_id = ${params.id}`
    await eachSlip(ctx.tx, { needs: ['id', 'input'], where }, comparing.take)
    const figures = figuresOf(sheet)
    const result = comparing.finish(figures)
    await remember(ctx.tx, params.id, result, figures)
    return { ...matchedIn(sheet, registerColumns), ...result }
  },
}

const figuresOf = ({ columns }: UploadedSheet) =>
  registerFigures.filter((figure) => columns.some(({ key }) => key === figure))

type Result = Omit<RegisterCompared, 'sheet' | 'headings' | 'columns'>

/** Takes payslips one by one and has the differences in the end. */
function comparisonOf(rows: readonly RegisterRow[], faults: Fault[], month: string) {
  const register = byPerson(rows, faults)
  const only_here: Result['only_here'] = []
  // What its gross pay is shows only once everybody was read.
  const readings = { cash: tallyOf(month), 'with benefits': tallyOf(month) }
  const fits = { cash: 0, 'with benefits': 0 }
  let both = 0
  return {
    take(slip: LawfulSlip) {
      const { employee_no } = slip.person
      const row = register.take(slip)
      if (!row) {
        only_here.push({ employee_no, name: nameOf(slip.person), net: slip.net })
        return
      }
      both += 1
      const reading = readingOf(slip, row.figures)
      if (reading) fits[reading] += 1
      readings.cash.add(slip, slip.gross, row)
      readings['with benefits'].add(slip, slip.gross + benefitsOf(slip), row)
    },
    finish(figures: readonly RegisterFigure[]): Result {
      const only_there = register.left().map(({ row, employee_no, pin_no, name, figures: own }) => {
        return { row, employee_no: employee_no || pin_no, name, net: own.net ?? null }
      })
      const gross_is = mostFitting(fits)
      const { people, sums, causes } = readings[gross_is ?? 'cash']
      const differing = [people, only_here, only_there, faults]
      return {
        equal: both > 0 && figures.length > 0 && differing.every(({ length }) => length === 0),
        people_count: both,
        equal_count: both - people.length,
        gross_is,
        totals: figures.map((figure) => ({
          figure,
          ...(sums.get(figure) ?? { here: 0, there: 0 }),
        })),
        causes: registerCauses.map((cause) => ({ cause, count: causes.get(cause) ?? 0 })),
        people: people.slice(0, mostShown),
        only_here: only_here.slice(0, mostShown),
        only_there: only_there.slice(0, mostShown),
        faults: faults.slice(0, mostShown),
      }
    },
  }
}

/** What differs where gross pay is read one way. */
function tallyOf(month: string) {
  const people: Result['people'] = []
  const sums = new Map<RegisterFigure, { here: number; there: number }>()
  const causes = new Map(registerCauses.map((cause) => [cause, 0]))
  return {
    ...{ people, sums, causes },
    add(slip: LawfulSlip, gross: number, { figures: theirs }: RegisterRow) {
      const figures = { ...slip, gross }
      for (const figure of Object.keys(theirs) as RegisterFigure[]) {
        const { here, there } = sums.get(figure) ?? { here: 0, there: 0 }
        const more = theirs[figure] ?? 0
        sums.set(figure, { here: here + figures[figure], there: there + more })
      }
      const differences = differencesOf({ figures, input: slip.input }, theirs, month)
      for (const { cause } of differences) causes.set(cause, (causes.get(cause) ?? 0) + 1)
      if (differences.length === 0) return
      const { employee_id, person } = slip
      const name = nameOf(person)
      people.push({ employee_id, employee_no: person.employee_no, name, differences })
    },
  }
}

/** Each row once, found by the first number that both registers have. */
function byPerson(rows: readonly RegisterRow[], faults: Fault[]) {
  const known = new Map<string, RegisterRow>()
  const left = new Set<RegisterRow>()
  for (const row of rows) {
    const own = numbersOf(row)
    const other = own.map((key) => known.get(key)).find(Boolean)
    if (other) {
      faults.push({ row: row.row, column: '', reason: registerFaults.twice(other.row) })
      continue
    }
    for (const key of own) known.set(key, row)
    left.add(row)
  }
  return {
    take({ person }: LawfulSlip): RegisterRow | undefined {
      for (const key of numbersOf(person)) {
        const row = known.get(key)
        if (!row || !left.has(row)) continue
        if (isOfAnother(row, person)) {
          faults.push({ row: row.row, column: '', reason: registerFaults.anothers })
          continue
        }
        left.delete(row)
        return row
      }
      return undefined
    },
    left: () => [...left],
  }
}
