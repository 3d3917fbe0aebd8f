import { contract, type Input } from '@mshahara/contract'
import {
  type EmployeeFields,
  employeeFaults,
  hasSalary,
  salaryWords,
} from '@mshahara/contract/employee-fields'
import { everywhere } from '@mshahara/contract/everywhere'
import { type Ctx, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { failField } from '../../foundation/core/fail.ts'
import { pictureIn } from '../../foundation/core/pictures.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { checked, tried } from '../maker-checker/index.ts'
import { followEmployee, followStatus, notifyInvited } from '../users/index.ts'
import { addEmployees, columnsOf } from './add.ts'
import { arrearsBefore, arrearsToWire } from './arrears.ts'
import { askedAbout, givenOf } from './asked-about.ts'
import { previewNumber } from './number.ts'
import { type EmployeeRow, employeeById, rowOf } from './read.ts'
import { recordSalaries } from './salary.ts'
import { salaryChange } from './salary-change.ts'
import { say } from './sentences.ts'
import { employees } from './tables.ts'

type Employees = typeof contract.employees

export const nextNo: Handler<Employees['nextNo']> = async (ctx) => ({
  next: await previewNumber(ctx.tx),
})

const createNow: Handler<Employees['create']> = async (ctx, input) => {
  const { body } = await withoutPreview(ctx, input)
  const adding = { ...ctx, organization_id: myOrganization(ctx) }
  const [id = ''] = await addEmployees(ctx.tx, adding, [body])
  await notifyInvited(ctx, id)
  return employeeById(ctx, id)
}

/**
 * A number equal to the current preview was not chosen by anybody: a new one is assigned, so that
 * two people who saw the same preview both succeed (B15).
 */
async function withoutPreview(ctx: Ctx, input: Input<Employees['create']>) {
  const { employee_no } = input.body
  const untouched = employee_no === null || employee_no === (await previewNumber(ctx.tx))
  return { ...input, body: { ...input.body, employee_no: untouched ? null : employee_no } }
}

export const create = tried(
  'employees.create',
  contract.employees.create,
  { acts: ['joining'], link: () => '/employees', kept: withoutPreview },
  createNow,
)

/** The fields as the contract has them, from the row. */
const fieldsOf = (row: EmployeeRow): EmployeeFields =>
  ({
    ...row,
    kin: { name: row.kin_name, relationship: row.kin_relationship, phone: row.kin_phone },
    salary: 0,
    agreed_net: null,
  }) as EmployeeFields

const updateNow: Handler<Employees['update']> = async (ctx, input) => {
  const row = await rowOf(ctx.tx, input.params.id, true)
  const { body, asked } = partsOf(input.body())
  const next = { ...row, ...columnsNext(row, body) }
  const warning = await changeEmployee(ctx, row, body)
  const change = await salaryChange(ctx, next, asked)
  const late = change ? await arrearsBefore(ctx.tx, change) : []
  if (change) await recordSalaries(ctx.tx, [change])
  return {
    ...(await employeeById(ctx, row.id)),
    ...warning,
    arrears: late.map(arrearsToWire),
  }
}

export const arrears: Handler<Employees['arrears']> = async (ctx, input) => {
  const row = await rowOf(ctx.tx, input.params.id)
  const asked = input.body()
  if (!hasSalary(asked)) failField('salary', salaryWords.needed)
  const change = await salaryChange(ctx, row, asked)
  return change ? (await arrearsBefore(ctx.tx, change)).map(arrearsToWire) : []
}

const checkedUpdate = checked(
  'employees.update',
  contract.employees.update,
  {
    acts: ['salary', 'payee', 'joining'],
    asks: toBeChanged,
    hold: (ctx, { params }) => rowOf(ctx.tx, params.id, true),
  },
  updateNow,
)

/**
 * Whoever agrees to a net agrees to the gross of its first month beside it; and where a net ends,
 * to the gross that stays.
 */
export const update: Handler<Employees['update']> = async (ctx, input) => {
  const row = await rowOf(ctx.tx, input.params.id)
  const given = input.body()
  const { body, asked } = partsOf(given)
  const isSaid = asked.agreed_net === null && asked.salary !== undefined
  if (asked.agreed_net === undefined || isSaid) return checkedUpdate(ctx, input)
  const next = { ...row, ...columnsNext(row, body) }
  const salary = (await salaryChange(ctx, next, asked))?.amount
  const known = salary === undefined ? given : { ...given, salary }
  return checkedUpdate(ctx, { ...input, body: () => known })
}

/** What is asked about the salary, and everything else. */
function partsOf({
  salary,
  agreed_net,
  salary_from: from,
  employee_no: _,
  ...body
}: ReturnType<Input<Employees['update']>['body']>) {
  return { asked: { salary, agreed_net, from }, body }
}

/** All that the form would change: it is agreed to as a whole, or not at all. */
async function toBeChanged(ctx: Ctx, { params, body }: Input<Employees['update']>) {
  const row = await rowOf(ctx.tx, params.id)
  const { body: given, asked: about } = partsOf(body())
  const next = columnsNext(row, given)
  const change = { next, salary: await salaryChange(ctx, { ...row, ...next }, about) }
  const asked = await askedAbout(ctx.tx, row, change)
  return asked && { ...asked, given: givenOf(body(), change) }
}

type Changed = Partial<Omit<EmployeeFields, 'salary' | 'agreed_net' | 'employee_no'>>

/** By the form, or by what the person proposed: the same rules, and the sign-in follows. */
export async function changeEmployee(ctx: Ctx, row: EmployeeRow, given: Changed) {
  const next = fieldsNext(row, given)
  await ctx.tx
    .update(employees)
    .set(changesBetween(row, columnsOf(next)))
    .where(eq(employees.id, row.id))
  return followEmployee(ctx, row, { ...next, id: row.id })
}

function fieldsNext(row: EmployeeRow, given: Changed) {
  const next = { ...fieldsOf(row), ...given, employee_no: row.employee_no }
  for (const { field, sentence } of employeeFaults(next)) failField(field, sentence)
  return next
}

const columnsNext = (row: EmployeeRow, given: Changed) =>
  changesBetween(row, columnsOf(fieldsNext(row, given)))

/** Only the columns that differ; the row's own key when none does, as something must be set. */
function changesBetween(row: EmployeeRow, next: Record<string, unknown>) {
  const changed = Object.entries(next).filter(
    ([name, value]) => name in row && row[name as keyof EmployeeRow] !== value,
  )
  return changed.length > 0 ? Object.fromEntries(changed) : { employee_no: row.employee_no }
}

type Status = { status: EmployeeRow['status']; termination_date?: string | null | undefined }

/** The columns that another status comes with. */
function statusNext(ctx: Ctx, row: EmployeeRow, { status, termination_date }: Status) {
  if (termination_date && termination_date < row.employment_date) {
    failField('termination_date', say.endsBefore)
  }
  const ends = status === 'terminated'
  const rejoins = row.status === 'terminated' && !ends
  // The last day is that of the dismissal by now, and nobody knows the contract's own any more.
  const isLimited = row.tos !== 'Permanent'
  if (rejoins && isLimited && (termination_date ?? '') < ctx.today) {
    failField('termination_date', say.newLastDay)
  }
  return {
    status,
    ...((ends || (rejoins && isLimited)) && termination_date ? { termination_date } : {}),
    // Somebody who is back no longer has a last day, unless a contract sets one.
    ...(rejoins && !isLimited ? { termination_date: null } : {}),
  }
}

const changeStatusNow: Handler<Employees['status']> = async (ctx, input) => {
  const row = await rowOf(ctx.tx, input.params.id, true)
  const next = statusNext(ctx, row, input.body())
  await ctx.tx.update(employees).set(next).where(eq(employees.id, row.id))
  if (next.status !== row.status) await followStatus(ctx, row, next.status)
  return employeeById(ctx, row.id)
}

/** The last day, which a leaving records and its undoing puts back; the status stays. */
export const setLastDay = (tx: Tx, id: string, termination_date: string | null) =>
  tx.update(employees).set({ termination_date }).where(eq(employees.id, id))

/** Whoever is paid again by it waits for a second person. */
export const changeStatus = checked(
  'employees.status',
  contract.employees.status,
  {
    acts: ['joining'],
    async asks(ctx, { params, body }) {
      const row = await rowOf(ctx.tx, params.id)
      return askedAbout(ctx.tx, row, { next: statusNext(ctx, row, body()), salary: null })
    },
    hold: (ctx, { params }) => rowOf(ctx.tx, params.id, true),
  },
  changeStatusNow,
)

export const avatar: Staged<Employees['avatar'], EmployeeRow, string> = {
  ...pictureIn('employee'),
  look: (ctx, { body }) => namedRow(ctx, body.employee_id),
  async keep(ctx, { body }, name) {
    await changePhoto(ctx, await namedRow(ctx, body.employee_id), name)
    return { avatar: name }
  },
}

export async function changePhoto(ctx: Ctx, row: EmployeeRow, avatar: string) {
  await ctx.tx.update(employees).set({ avatar }).where(eq(employees.id, row.id))
  if (row.avatar) await ctx.later('files.remove', { folder: 'employee', name: row.avatar })
}

async function namedRow(ctx: Ctx, id: string): Promise<EmployeeRow> {
  const [row] = await ctx.tx.select().from(employees).where(eq(employees.id, id))
  return row ?? failField('employee_id', everywhere.employeeNotFound)
}
