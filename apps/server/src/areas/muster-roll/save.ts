import type { contract } from '@mshahara/contract'
import type { MusterMark } from '@mshahara/contract/muster-marks'
import { sameMark } from '@mshahara/contract/muster-marks'
import type { MusterGiven } from '@mshahara/contract/muster-roll'
import type { Sentence } from '@mshahara/contract/say'
import { monthsLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { failField, Refused } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { say } from './sentences.ts'
import { closedOn, peopleOf, type Range, rangeOf, type SheetPerson } from './sheet.ts'

type Rolls = typeof contract.musterRolls

/** A cell to be set; without a mark, emptied. */
export interface Cell {
  casual_id: string
  day: string
  mark: MusterMark | null
}

/** A sheet so far ahead is a slip of the date. */
export function tooFarAhead({ last }: Range, today: string): Sentence | undefined {
  return last > monthsLater(today, 2) ? say.twoMonths : undefined
}

/** No casual payroll is confirmed meanwhile; the database keeps what is paid. */
export const holdRoll = (tx: Tx) => tx.run`select hold_roll(app_org(), false)`

export const save: Handler<Rolls['save']> = async ({ tx, today }, { body }) => {
  const range = rangeOf(body)
  const far = tooFarAhead(range, today)
  if (far) failField('from', far)
  await holdRoll(tx)
  const people = await peopleById(tx, range, body.marks)
  const errors: Record<string, Sentence[]> = {}
  const seen = new Set<string>()
  for (const [index, given] of body.marks.entries()) {
    const key = `${given.casual_id} ${given.day}`
    const fault = seen.has(key)
      ? 'This day is listed twice.'
      : faultOf(given, people.get(given.casual_id), range)
    seen.add(key)
    if (fault) errors[`marks.${index}.day`] = [say.cell({ fault })]
  }
  if (Object.keys(errors).length > 0) throw new Refused(422, say.nothingSaved, { errors })
  const changed = await keep(tx, range, body.marks.map(cellOf), people)
  return { message: 'Muster roll saved successfully', changed }
}

const cellOf = ({ casual_id, day, present, overtime_hours, pieces }: MusterGiven): Cell => ({
  casual_id,
  day,
  mark: present === null ? null : { present, overtime_hours, pieces },
})

async function peopleById(tx: Tx, range: Range, cells: readonly { casual_id: string }[]) {
  const ids = [...new Set(cells.map(({ casual_id }) => casual_id))]
  const found = await peopleOf(tx, range, sql`c.id = any (${ids})`)
  return new Map(found.map((person) => [person.casual_id, person]))
}

/** Why a cell cannot be set; nothing when it can, or says what is there already. */
function faultOf(given: MusterGiven, person: SheetPerson | undefined, { first, last }: Range) {
  if (!person) return 'This casual was not found.'
  const { day } = given
  if (day < first || day > last) return `${day} is not on this sheet.`
  if (given.pieces > 0 && person.pay_basis !== 'piece') {
    return `${person.name} is not paid by the piece.`
  }
  if (given.overtime_hours > 0 && person.pay_basis === 'piece') {
    return `${person.name} is paid by the piece, without overtime.`
  }
  return closedTo(person, day, cellOf(given).mark)
}

/** The same for typed and uploaded cells. */
export function closedTo(person: SheetPerson, day: string, mark: MusterMark | null) {
  const closed = closedOn(person, day)
  if (!closed || sameMark(markOn(person, day), mark)) return undefined
  if (closed === 'paid') return `${person.name} has been paid for ${day}.`
  // What was marked before somebody left can still be taken away.
  return mark === null ? undefined : `${person.name} was not employed on ${day}.`
}

export function markOn({ marks }: SheetPerson, day: string): MusterMark | null {
  const found = marks?.find(([of]) => of === day)
  return found ? { present: found[1], overtime_hours: found[2], pieces: found[3] } : null
}

/** Writes what differs, in a bounded number of statements; returns how many cells changed. */
export async function keep(
  tx: Tx,
  range: Range,
  cells: readonly Cell[],
  people: ReadonlyMap<string, SheetPerson>,
): Promise<number> {
  const isNew = ({ casual_id, day, mark }: Cell) =>
    !sameMark(markOn(people.get(casual_id) as SheetPerson, day), mark)
  const changes = cells.filter(isNew)
  const set = changes.filter(({ mark }) => mark !== null)
  const emptied = changes.filter(({ mark }) => mark === null)
  await tx.run`insert into muster_days (day)
    select d::date from generate_series(${range.first}::date, ${range.last}::date, '1 day') d
    on conflict do nothing`
  await tx.run`insert into muster_marks (casual_id, day, present, overtime_hours, pieces)
    select * from unnest(${set.map(({ casual_id }) => casual_id)}::uuid[],
      ${set.map(({ day }) => day)}::date[], ${set.map(({ mark }) => mark?.present)}::numeric[],
      ${set.map(({ mark }) => mark?.overtime_hours)}::numeric[],
      ${set.map(({ mark }) => mark?.pieces)}::numeric[])
    on conflict (organization_id, casual_id, day) do update set present = excluded.present,
      overtime_hours = excluded.overtime_hours, pieces = excluded.pieces`
  if (emptied.length > 0) {
    await tx.run`delete from muster_marks where (casual_id, day) in (select * from unnest(
      ${emptied.map(({ casual_id }) => casual_id)}::uuid[],
      ${emptied.map(({ day }) => day)}::date[]))`
  }
  if (changes.length > 0) await record(tx, range, changes, people)
  return changes.length
}

/** Single cells are told up to here; a sheet of more is told by its number. */
const mostLogged = 200

/** One entry in the log for a sheet, with its cells where they are few. */
function record(
  tx: Tx,
  { first, last }: Range,
  changes: readonly Cell[],
  people: ReadonlyMap<string, SheetPerson>,
) {
  const told = (of: (cell: Cell, person: SheetPerson) => MusterMark | null) =>
    Object.fromEntries(
      changes.slice(0, mostLogged).map((cell) => {
        const person = people.get(cell.casual_id) as SheetPerson
        return [`${person.casual_no} ${cell.day}`, of(cell, person)]
      }),
    )
  const head = { sheet: `${first} to ${last}`, cells: changes.length }
  const few = changes.length <= mostLogged
  const entry = {
    old: few ? told(({ day }, person) => markOn(person, day)) : {},
    new: few ? { ...head, ...told(({ mark }) => mark) } : head,
  }
  return tx.run`select log_bulk('casuals', 'updated', ${`muster roll ${first}`}, ${entry})`
}

// ---------------------------------------------------------------- whole sheets

/** Only people who work, on days that are open, and where nothing is marked yet. */
export const copy: Handler<Rolls['copy']> = async ({ tx, today }, { body }) => {
  const range = rangeOf(body)
  const far = tooFarAhead(range, today)
  if (far) failField('from', far)
  await holdRoll(tx)
  await tx.run`insert into muster_days (day)
    select d::date from generate_series(${range.first}::date, ${range.last}::date, '1 day') d
    on conflict do nothing`
  const changed = await tx.run`insert into muster_marks (casual_id, day, present)
    select m.casual_id, m.day + ${body.days}::int, m.present
    from muster_marks m join casuals c on c.id = m.casual_id
    where m.day between ${range.first}::date - ${body.days}::int and ${range.last}::date - ${body.days}::int
      and c.pay_basis = 'day' and c.status = 'active'
      and m.day + ${body.days}::int >= c.employment_date
      and (c.termination_date is null or m.day + ${body.days}::int <= c.termination_date)
      and (${body.work_station_id}::uuid is null or c.work_station_id = ${body.work_station_id})
      and not exists (select from paid_slips s where s.casual_id = c.id
        and s.during @> m.day + ${body.days}::int)
    on conflict do nothing`
  if (changed === 0) failField('from', say.nothingMarked)
  const { first, last } = range
  const entry = { new: { sheet: `${first} to ${last}`, copied: changed } }
  await tx.run`select log_bulk('casuals', 'updated', ${`muster roll ${first}`}, ${entry})`
  return { message: 'Muster roll copied successfully', changed }
}

export const remove: Handler<Rolls['remove']> = async ({ tx }, { query }) => {
  const { first, last } = rangeOf(query)
  await holdRoll(tx)
  const paid = await tx.maybe`select from paid_slips s
    where s.during && daterange(${first}::date, ${last}::date, '[]') and s.source <> 'range' limit 1`
  if (paid) failField('from', say.paidByRoll)
  const cells = await tx.run`delete from muster_marks
    where day between ${first}::date and ${last}::date`
  await tx.run`delete from muster_days where day between ${first}::date and ${last}::date`
  const entry = { old: { sheet: `${first} to ${last}`, cells } }
  await tx.run`select log_bulk('casuals', 'deleted', ${`muster roll ${first}`}, ${entry})`
  return { message: 'Days taken off the roll successfully' }
}
