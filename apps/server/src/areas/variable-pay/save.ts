import { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import type { Sentence } from '@mshahara/contract/say'
import type { VariableInput } from '@mshahara/contract/variable-pay'
import { firstMonth } from '@mshahara/engine/dated'
import { myOrganization } from '../../foundation/core/ctx.ts'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { failField, Refused } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { isDry } from '../../foundation/sheets/import.ts'
import { tried } from '../maker-checker/index.ts'
import { setRevenues } from '../pay-items/index.ts'
import { doubtsAbout, usualBefore } from './doubts.ts'
import { type Cells, type Person, peopleOf } from './people.ts'
import { isSame, issuesOf, merged, tooFarAhead } from './rules.ts'
import { say } from './sentences.ts'

/** A month is set to what is given, never added to: the same again changes nothing. */

type VariablePay = typeof contract.variablePay

/** One at a time in an organisation, and no run of the month is confirmed meanwhile. */
export async function alone(tx: Tx, organization_id: string, month: string) {
  await tx.run`select from payrolls where month = ${month} and kind = 'monthly' and status = 'draft'
    for share`
  await advisoryLock(tx, `variable pay ${organization_id}`)
}

export interface Change {
  person: Person
  cells: Cells
}

const saveNow: Handler<VariablePay['save']> = async (ctx, { query, body }) => {
  const { tx, today } = ctx
  const { month } = body
  if (month < firstMonth) failField('month', say.from2021)
  const far = tooFarAhead(month, today)
  if (far) failField('month', far)
  const dry = isDry(query)
  if (!dry) await alone(tx, myOrganization(ctx), month)
  const changes = await changesIn(tx, month, body.people)
  const usual = await usualBefore(tx, month)
  const warnings = changes.flatMap(({ person, cells }) =>
    doubtsAbout(person, cells, usual).map(({ key, sentence }) => ({
      ...{ employee_id: person.employee_id, name: person.name },
      ...{ field: key, sentence },
    })),
  )
  const changed = dry ? changes.filter(isChange).length : await keep(tx, month, changes)
  const done = dry ? 'Nothing was saved: this was a dry run.' : 'Variable pay saved successfully'
  return {
    message: changed ? done : 'Nothing changed',
    changed,
    unchanged: changes.length - changed,
    warnings,
  }
}

export const save = tried(
  'variablePay.save',
  contract.variablePay.save,
  { acts: ['items'], link: () => '/payrolls/variable-pay', dry: ({ query }) => isDry(query) },
  saveNow,
)

/** What the given cells come to; refused as a whole where one of them cannot be. */
async function changesIn(tx: Tx, month: string, given: VariableInput[]): Promise<Change[]> {
  const ids = given.map(({ employee_id }) => employee_id)
  const found = await peopleOf(tx, month, sql`e.id = any (${ids})`)
  const people = new Map(found.map((person) => [person.employee_id, person]))
  const errors: Record<string, Sentence[]> = {}
  const changes: Change[] = []
  const seen = new Set<string>()
  for (const [index, { employee_id, ...rest }] of given.entries()) {
    const person = people.get(employee_id)
    const at = (key: string) => `people.${index}.${key}`
    if (!person || seen.has(employee_id)) {
      const sentence = person ? say.listedTwice : everywhere.employeeNotFound
      errors[at('employee_id')] = [sentence]
      continue
    }
    seen.add(employee_id)
    const cells = rest as Partial<Cells>
    for (const { key, sentence } of issuesOf(person, cells, month))
      errors[at(key)] = [say.cell({ fault: sentence })]
    changes.push({ person, cells: merged(person, cells) })
  }
  if (Object.keys(errors).length > 0) throw new Refused(422, say.nothingSaved, { errors })
  return changes
}

const isChange = ({ person, cells }: Change) => !isSame(person, cells)

const shillings = (cents: number) => (cents / 100).toFixed(2)

/** Writes what differs, in a bounded number of statements; returns how many people changed. */
export async function keep(tx: Tx, month: string, all: readonly Change[]): Promise<number> {
  const changes = all.filter(isChange)
  if (changes.length === 0) return 0
  const rows = changes.map(({ person, cells }) => ({
    ...cells,
    employee_id: person.employee_id,
    hourly_rate: cells.hourly_rate > 0 ? shillings(cells.hourly_rate) : null,
    bonus: shillings(cells.bonus),
    deduction: shillings(cells.deduction),
    per_diem: shillings(cells.per_diem),
  }))
  await tx.run`insert into variable_pay (employee_id, period, overtime_hours, rest_hours,
      hourly_rate, bonus, absence_days, deduction_name, deduction, days_away, per_diem)
    select g.employee_id, ${month}, g.overtime_hours, g.rest_hours, g.hourly_rate, g.bonus,
      g.absence_days, g.deduction_name, g.deduction, g.days_away, g.per_diem
    from json_to_recordset(${JSON.stringify(rows)}) as g (employee_id uuid,
      overtime_hours numeric, rest_hours numeric, hourly_rate numeric, bonus numeric,
      absence_days numeric, deduction_name text, deduction numeric, days_away int,
      per_diem numeric)
    on conflict (organization_id, employee_id, period) do update
      set overtime_hours = excluded.overtime_hours, rest_hours = excluded.rest_hours,
        hourly_rate = excluded.hourly_rate, bonus = excluded.bonus,
        absence_days = excluded.absence_days, deduction_name = excluded.deduction_name,
        deduction = excluded.deduction, days_away = excluded.days_away,
        per_diem = excluded.per_diem
      where (variable_pay.overtime_hours, variable_pay.rest_hours, variable_pay.hourly_rate,
          variable_pay.bonus, variable_pay.absence_days, variable_pay.deduction_name,
          variable_pay.deduction, variable_pay.days_away, variable_pay.per_diem) is distinct from (excluded.overtime_hours, excluded.rest_hours,
          excluded.hourly_rate, excluded.bonus, excluded.absence_days, excluded.deduction_name,
          excluded.deduction, excluded.days_away, excluded.per_diem)`
  const ids = changes.map(({ person }) => person.employee_id)
  await tx.run`delete from variable_pay where period = ${month} and employee_id = any (${ids})
    and status = 'draft' and overtime_hours + rest_hours + bonus + absence_days + deduction + per_diem = 0
    and hourly_rate is null`
  const revenues = changes
    .filter(
      ({ person, cells }) =>
        person.revenue !== cells.revenue || person.commission_rate_id !== cells.commission_rate_id,
    )
    .map(({ person: { employee_id }, cells }) => ({
      employee_id,
      amount: cells.revenue,
      commission_rate_id: cells.commission_rate_id,
    }))
  await setRevenues(tx, month, revenues)
  return changes.length
}
