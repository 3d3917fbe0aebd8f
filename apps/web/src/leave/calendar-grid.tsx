import type { Answer } from '@mshahara/contract/endpoint'
import type { Away, leaveCalendar } from '@mshahara/contract/leave-balances'
import { date, today } from '../lib/format.ts'
import { textsIn, useTexts } from '../lib/language.tsx'
import { spoken } from '../lib/spoken.ts'
import { isRest } from './calendar-days.ts'
import classes from './leave.module.css'
import { partTexts } from './part-texts.ts'
import { holidayName, weekday } from './words.ts'

type Data = Answer<typeof leaveCalendar.get>
type Span = Away['spans'][number]

const place = ({ department, station }: Away) => [department, station].filter(Boolean).join(', ')

/** Away, and for whoever may know it, with what. */
function told({ type, pending, start_date, end_date }: Span) {
  const t = textsIn(partTexts, spoken())
  const what = `${type ?? t.isAway}${pending ? t.pendingToo : ''}`
  return t.awaySpan({ what, first: date(start_date), last: date(end_date) })
}

export function CalendarGrid({ data, days }: { data: Data; days: string[] }) {
  const t = useTexts(partTexts)
  const holidays = new Map(data.holidays.map(({ day, name }) => [day, holidayName(name)]))
  const rests = (day: string) => holidays.has(day) || isRest(day, data) || undefined
  const now = today()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll a wide table.
    <div className={classes.months} tabIndex={0}>
      <table className={classes.calendar} aria-label={t.whoIsAway}>
        <thead>
          <tr>
            <th scope="row">{t.name}</th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                data-rest={rests(day)}
                data-today={day === now || undefined}
                title={holidays.get(day) ?? `${weekday(day)}, ${date(day)}`}
              >
                {weekday(day).charAt(0)}
                <br />
                {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.people.map((person) => (
            <tr key={person.employee_id}>
              <th scope="row">
                {person.name}
                <span className={classes.place}>{place(person)}</span>
              </th>
              {days.map((day) => (
                <td key={day} data-rest={rests(day)}>
                  <Cell day={day} person={person} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ day, person }: { day: string; person: Away }) {
  const t = useTexts(partTexts)
  const span = person.spans.find(({ start_date, end_date }) => start_date <= day && end_date >= day)
  if (!span) return null
  const first = span.start_date === day
  const last = span.end_date === day
  const half = (first && span.half_start) || (last && span.half_end)
  return (
    <span
      className={classes.away}
      role="img"
      aria-label={half ? t.halfThisDay({ told: told(span) }) : told(span)}
      title={told(span)}
      data-pending={span.pending || undefined}
      data-first={first || undefined}
      data-last={last || undefined}
      data-half={half || undefined}
    />
  )
}

/** On a phone: each person with the days. */
export function CalendarList({ data }: { data: Data }) {
  return (
    <ul className={classes.phoneList}>
      {data.people.map((person) => (
        <li key={person.employee_id}>
          <b>{person.name}</b>
          <span className={classes.place}>{place(person)}</span>
          {person.spans.map((span) => (
            <div key={span.start_date}>{told(span)}</div>
          ))}
        </li>
      ))}
    </ul>
  )
}
