import { z } from 'zod'
import { payBases } from './casual-fields.ts'
import { statuses } from './employees.ts'
import { endpoint } from './endpoint.ts'
import { dayOr, id, message, numberInput, optional, slice } from './fields.ts'
import { importCalls } from './import.ts'
import { mostOvertime, mostPieces } from './muster-marks.ts'

/** Who was there on which day: one sheet for a week or a fortnight. */

/** A week or a fortnight. */
export const sheetLengths = [7, 14] as const

const first = dayOr('Please choose the first day.')
const length = z.coerce
  .number('A sheet has 7 or 14 days.')
  .pipe(z.literal([...sheetLengths], 'A sheet has 7 or 14 days.'))
/** The first day of a sheet, and how many it has. */
const sheet = z.object({ from: first, days: length })

const mark = z.object({
  present: z.number(),
  overtime_hours: z.number(),
  pieces: z.number(),
})

const person = z.object({
  casual_id: id,
  casual_no: z.string(),
  name: z.string(),
  station: z.string().nullable(),
  status: z.enum(statuses),
  pay_basis: z.enum(Object.keys(payBases) as ['day', 'piece']),
  piece: z.string().nullable(),
  /** Beside the days of the sheet; null where nothing is marked. */
  marks: z.array(mark.nullable()),
  /** Days that can no longer be changed: paid, or outside the employment. */
  closed: z.array(z.enum(['paid', 'not employed']).nullable()),
})
export type MusterPerson = z.output<typeof person>

export const musterSheet = z.object({
  from: z.string(),
  /** `on_roll`: whoever is not marked was not there, and is not paid for it. */
  days: z.array(z.object({ day: z.string(), on_roll: z.boolean() })),
  count: z.number(),
  people: z.array(person),
})
export type MusterSheet = z.output<typeof musterSheet>

const hundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
const most = (label: string, limit: number) =>
  numberInput(label, (number) =>
    number
      .min(0, `${label} cannot be negative.`)
      .max(limit, `${label} can be at most ${limit.toLocaleString('en')}.`)
      .refine(hundredths, `${label} can have at most two decimals.`),
  ).default(0)

const given = z
  .object({
    casual_id: id,
    day: dayOr('Please give the day.'),
    /** Null takes the mark away. */
    present: z.literal([0, 0.5, 1, null], 'A day is full (1), half (0.5) or absent (0).'),
    overtime_hours: most('Overtime', mostOvertime),
    pieces: most('Pieces', mostPieces),
  })
  .refine(({ present, overtime_hours }) => present || overtime_hours === 0, {
    path: ['overtime_hours'],
    error: 'Overtime needs a full or half day.',
  })
export type MusterGiven = z.output<typeof given>

const mostCells = 80_000

const keeps = { access: 'edit casuals' } as const

export const musterRolls = {
  get: endpoint({
    method: 'GET',
    path: 'muster-roll',
    access: 'view casuals',
    summary: 'Everybody and their days on one sheet, a slice at a time.',
    query: slice.extend({ ...sheet.shape, work_station_id: optional(id) }),
    response: musterSheet,
  }),
  save: endpoint({
    method: 'PUT',
    path: 'muster-roll',
    ...keeps,
    summary:
      'Put the days of a sheet on the roll and set these cells; the same again changes nothing.',
    body: sheet.extend({
      marks: z.array(given).max(mostCells, 'At most 80,000 cells can be saved at once.'),
    }),
    bodyBytes: 14 * 1024 * 1024,
    /** Six for each cell. */
    bodyValues: 6 * mostCells + 100,
    response: message.extend({ changed: z.number() }),
  }),
  copy: endpoint({
    method: 'POST',
    path: 'muster-roll/copy',
    ...keeps,
    summary: 'Fill empty cells of a sheet with what was marked the same weekday before it.',
    body: sheet.extend({ work_station_id: optional(id) }),
    response: message.extend({ changed: z.number() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'muster-roll',
    ...keeps,
    summary: 'Take the days of a sheet off the roll, with every mark on them.',
    query: sheet,
    response: message,
  }),
  ...importCalls('muster-roll', 'edit casuals', 'Set cells of the muster roll'),
  template: endpoint({
    method: 'GET',
    path: 'muster-roll/template',
    ...keeps,
    summary: 'The sheet with everybody and what is marked, as a data URL.',
    query: sheet,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
}
