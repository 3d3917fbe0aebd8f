import { randomUUID } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import { bankCalled } from '@mshahara/contract/banks'
import { employeeFaults } from '@mshahara/contract/employee-fields'
import type { DetailSubject, DetailValues } from '@mshahara/contract/my-details'
import { type Ctx, type Outside, seatOf } from '../../foundation/core/ctx.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { cleanImage } from '../../foundation/core/files.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { canText } from '../../foundation/mail/texts.ts'
import { type EmployeeRow, rowOf } from '../employees/index.ts'
import { banks, placeOf } from '../organizations/index.ts'
import { notifyStaff } from './notify.ts'
import { changesOf, openOf, ownEmployee, type ProposalRow } from './proposals.ts'
import { myDetailsToWire } from './read.ts'
import { say } from './sentences.ts'
import { heldOf, isConfirmed, sameValues, subjects } from './subjects.ts'

type Mine = typeof contract.myDetails

const side = 512

/** The picture is redrawn and stored before the proposal that names it. */
export const propose: Staged<Mine['propose'], void, string | null> = {
  look: async (ctx) => void ownEmployee(ctx),
  make: async (outside, { body }) =>
    body.photo ? storePhoto(outside, body.photo) : Promise.resolve(null),
  undo: async (outside, name) => {
    if (name) await outside.files.remove('employee', name)
  },
  async keep(ctx, { body }, photo) {
    const employee_id = ownEmployee(ctx)
    const open = await openOf(ctx.tx, employee_id, true)
    const waiting = open ? await changesOf(ctx.tx, [open.id]) : []
    const before = waiting.find(({ file }) => file)?.file ?? null
    const file = photo ?? (body.keep_photo ? before : null)
    const row = await rowOf(ctx.tx, employee_id)
    const { bank } = body
    const given = { ...body, bank: bank && { ...bank, ...named(bank) }, photo: file ?? undefined }
    const changes = changesIn(row, given)
    refuseFaults(row, changes)
    const saved = await save(ctx, row, open, changes)
    if (before && before !== file) {
      await ctx.later('files.remove', { folder: 'employee', name: before })
    }
    if (saved.ready) await notifyStaff(ctx, saved, row, changes)
    return myDetailsToWire(ctx, employee_id)
  },
}

/** Bank and branch by the names of the list, as they will be written. */
function named({ bank_name, branch_name }: { bank_name: string; branch_name: string | null }) {
  const place = placeOf(bank_name, branch_name)
  return { bank_name: place.bank_name, branch_name: place.branch_name }
}

const storePhoto = async (outside: Outside, photo: string) =>
  outside.files.put('employee', await cleanImage('photo', photo, side, seatOf(outside)), 'webp')

interface Proposed {
  subject: DetailSubject
  before: DetailValues
  after: DetailValues
}

type ProposedValues = { [S in DetailSubject]?: DetailValues | string | null | undefined }

/** What is the same as on record is no change. */
function changesIn(row: EmployeeRow, given: ProposedValues): Proposed[] {
  const held = heldOf(row)
  return subjects.flatMap((subject) => {
    const value = given[subject]
    if (value === undefined) return []
    const after = typeof value === 'object' && value !== null ? value : { [subject]: value }
    return sameValues(subject, held[subject], after)
      ? []
      : [{ subject, before: held[subject], after }]
  })
}

function refuseFaults(row: EmployeeRow, changes: Proposed[]) {
  if (changes.length === 0) fail(422, say.nothingNew)
  const after = (subject: DetailSubject) => changes.find((one) => one.subject === subject)?.after
  const bank = after('bank')
  if (bank && !bankCalled(banks, bank.bank_name ?? '')) {
    failField('bank.bank_name', say.chooseBank)
  }
  const phone = after('phone')?.phone
  const faults = phone ? employeeFaults({ pay_by: row.pay_by, phone }) : []
  for (const { field, sentence } of faults) failField(field, sentence)
}

async function save(
  ctx: Ctx,
  row: EmployeeRow,
  open: ProposalRow | undefined,
  changes: Proposed[],
) {
  const needs_old = changes.some(({ subject }) => isConfirmed(subject))
  const needs_new = canText(ctx) && changes.some(({ subject }) => subject === 'phone')
  const saved = open
    ? await ctx.tx.one<ProposalRow>`update detail_proposals set revision = revision + 1,
          needs_old = ${needs_old}, needs_new = ${needs_new}, old_confirmed_at = null,
          old_by = null, new_confirmed_at = null
        where id = ${open.id} returning *`
    : await ctx.tx.one<ProposalRow>`insert into detail_proposals
          (id, employee_id, needs_old, needs_new)
        values (${randomUUID()}, ${row.id}, ${needs_old}, ${needs_new}) returning *`
  await ctx.tx.run`delete from detail_changes where proposal_id = ${saved.id}`
  const rows = changes.map((one) => ({ ...one, file: one.after.photo ?? null }))
  await ctx.tx.run`insert into detail_changes (proposal_id, subject, before, after, file)
    select ${saved.id}, c.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (subject text, before jsonb, after jsonb, file text)`
  return saved
}

export const withdraw: Handler<Mine['withdraw']> = async (ctx) => {
  const employee_id = ownEmployee(ctx)
  const open = await openOf(ctx.tx, employee_id, true)
  if (!open) fail(409, say.noOpen)
  const [photo] = (await changesOf(ctx.tx, [open.id])).filter(({ file }) => file)
  if (photo?.file) {
    await ctx.tx.run`update detail_changes set file = null where proposal_id = ${open.id}
      and file is not null`
    await ctx.later('files.remove', { folder: 'employee', name: photo.file })
  }
  await ctx.tx.run`update detail_proposals set status = 'withdrawn' where id = ${open.id}`
  return myDetailsToWire(ctx, employee_id)
}
