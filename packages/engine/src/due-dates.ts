import { type Day, daysIn } from './calendar.ts'
import { checked, checkMonth, type Dated, inForce, type Month } from './dated.ts'

/** Until when what was deducted for a month must reach whom it is for. */

type DueRule =
  /** This day of the following month, or the working day before it. */
  | { day: number }
  /** So many working days after the last day of the month. */
  | { workingDays: number }

const since2021 = (source: string, value: DueRule): Dated<DueRule> => [
  { from: '2021-01', source, checkedUntil: checked, value },
]

const rules = {
  paye: since2021('Income Tax (PAYE) Rules: by the 9th of the following month', { day: 9 }),
  fringe: since2021('Income Tax Act s. 12B: with the PAYE of the month', { day: 9 }),
  nssf: since2021('NSSF: by the 9th of the following month', { day: 9 }),
  health: since2021('NHIF, and Social Health Insurance Regulations 2024: by the 9th', { day: 9 }),
  housing: since2021('Finance Act 2023 and Affordable Housing Act 2024: nine working days', {
    workingDays: 9,
  }),
  nita: since2021('NITA, collected by KRA with PAYE since May 2023: by the 9th', { day: 9 }),
  helb: since2021('HELB, guide for employers: by the 15th of the following month', { day: 15 }),
  withholding: [
    {
      from: '2023-07',
      source: 'Finance Act 2023: within five working days, here of the end of the month',
      checkedUntil: checked,
      value: { workingDays: 5 },
    },
    {
      from: '2021-01',
      source: 'Income Tax Act s. 35 until June 2023: by the 20th of the following month',
      checkedUntil: '2023-06',
      value: { day: 20 },
    },
  ],
} satisfies Record<string, Dated<DueRule>>

export type DueFor = keyof typeof rules

/** Public holidays are not known here: whoever knows them hands in a calendar of their own. */
const isWeekday = (day: Day): boolean => {
  const number = new Date(`${day}T00:00:00Z`).getUTCDay()
  return number !== 0 && number !== 6
}

const moved = (day: Day, by: number): Day => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + by)
  return date.toISOString().slice(0, 10)
}

/** A day that is no working day counts as the one before (Tax Procedures Act s. 77). */
export function dueOn(what: DueFor, month: Month, isWorkingDay = isWeekday): Day {
  checkMonth(month)
  const rule = inForce<DueRule>(rules[what], month).value
  let day: Day = `${month}-${daysIn(month)}`
  if ('workingDays' in rule) {
    for (let left = rule.workingDays; left > 0; ) {
      day = moved(day, 1)
      if (isWorkingDay(day)) left -= 1
    }
    return day
  }
  day = moved(day, rule.day)
  while (!isWorkingDay(day)) day = moved(day, -1)
  return day
}
