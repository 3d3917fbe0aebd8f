import type { Spoken } from '@mshahara/contract/say'
import type { DayHundredths } from '@mshahara/engine/units'
import { daysLater, monthsLater } from '../../foundation/core/clock.ts'
import { say } from './sentences.ts'

/** What speaks against a leave, in sentences at their fields. Pure; hundredths of a day. */

export interface TypeTerms {
  name: string
  is_active: boolean
  half_days: boolean
  attachment_after: number | null
  notice_days: number
  backdate_days: number
  gender: string | null
  waiting_months: number
  negative_days: number
}

export interface AskedBy {
  name: string
  gender: string | null
  status: string
  employment_date: string
  termination_date: string | null
}

export interface AskedFor {
  start_date: string
  end_date: string
  half_start: boolean
  half_end: boolean
  days: number
  attached: boolean
  /** By staff: what was agreed is recorded, whenever that is done. */
  by_staff: boolean
  /** What the balance of each year the leave touches would be asked for, and what it has. */
  years: { year: number; days: number; remaining: number; kept: boolean }[]
}

export interface Issue {
  field: string
  told: Spoken
}

export const inDays = (hundredths: DayHundredths) => {
  const days = hundredths / 100
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

export const needsAttachment = ({ attachment_after }: TypeTerms, days: number) =>
  attachment_after !== null && days > attachment_after

export function issuesOf(
  type: TypeTerms,
  person: AskedBy,
  asked: AskedFor,
  today: string,
): Issue[] {
  return [
    ...ofPerson(type, person, asked),
    ...ofDays(type, asked, today),
    ...ofBalance(type, asked),
    ...(needsAttachment(type, asked.days) && !asked.attached
      ? [
          {
            field: 'attachment',
            told: say.attachmentNeeded({
              type: type.name,
              days: (type.attachment_after ?? 0) / 100,
            }),
          },
        ]
      : []),
  ]
}

/** Whose gender is not recorded may take all of them. */
export const isFor = (type: Pick<TypeTerms, 'gender'>, person: Pick<AskedBy, 'gender'>): boolean =>
  type.gender === null || person.gender === null || person.gender === type.gender

function ofPerson(type: TypeTerms, person: AskedBy, { start_date, end_date }: AskedFor): Issue[] {
  const issues: Issue[] = []
  const refuse = (field: string, told: Spoken) => issues.push({ field, told })
  if (!type.is_active) refuse('leave_type_id', say.notOffered({ type: type.name }))
  if (person.status !== 'active' && person.status !== 'terminated') {
    refuse('employee_id', say.notActive({ name: person.name }))
  }
  if (start_date < person.employment_date) {
    refuse('start_date', say.employedFrom({ name: person.name, day: person.employment_date }))
  }
  if (person.termination_date !== null && end_date > person.termination_date) {
    refuse('end_date', say.lastDay({ day: person.termination_date }))
  }
  if (!isFor(type, person)) {
    const gender = type.gender === 'Female' ? 'Female' : 'Male'
    refuse('leave_type_id', say.onlyFor({ type: type.name, gender }))
  }
  const from = monthsLater(person.employment_date, type.waiting_months)
  if (type.waiting_months > 0 && start_date < from) {
    refuse('start_date', say.takenFrom({ type: type.name, day: from }))
  }
  return issues
}

function ofDays(type: TypeTerms, asked: AskedFor, today: string): Issue[] {
  const issues: Issue[] = []
  const refuse = (field: string, told: Spoken) => issues.push({ field, told })
  if (asked.days === 0) {
    refuse('start_date', say.noWorkingDays)
  }
  if ((asked.half_start || asked.half_end) && !type.half_days) {
    refuse(asked.half_start ? 'half_start' : 'half_end', say.wholeDays({ type: type.name }))
  }
  const earliest = daysLater(today, type.notice_days)
  if (!asked.by_staff && type.notice_days > 0 && asked.start_date < earliest) {
    refuse('start_date', say.notice({ type: type.name, days: type.notice_days, day: earliest }))
  }
  // Staff record what was agreed, whenever that was.
  const first = daysLater(today, -type.backdate_days)
  if (!asked.by_staff && asked.start_date < first) {
    refuse('start_date', say.askedFrom({ type: type.name, day: first }))
  }
  return issues
}

const ofBalance = (type: TypeTerms, { years }: AskedFor): Issue[] => [
  ...years
    .filter(({ days, kept }) => days > 0 && !kept)
    .map(({ year }) => ({
      field: 'start_date',
      told: say.noBalance({ type: type.name, year }),
    })),
  ...years
    .filter(({ kept }) => kept)
    .filter(({ days, remaining }) => days > 0 && days > remaining + type.negative_days)
    .map(({ year, days, remaining }) => ({
      field: 'end_date',
      told: say.tooFewDays({
        type: type.name,
        year,
        days: days / 100,
        remaining: Math.max(0, remaining + type.negative_days) / 100,
      }),
    })),
]
