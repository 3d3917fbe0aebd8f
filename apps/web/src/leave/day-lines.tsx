import type { LeaveLine } from '@mshahara/contract/leave-requests'
import { date } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { spoken } from '../lib/spoken.ts'
import classes from './leave.module.css'
import { leaveTexts } from './texts.ts'
import { holidayName, weekday } from './words.ts'

/** "Monday, 02 March, 2026: counts": the server's count, line by line. */
export function DayLines({ lines }: { lines: LeaveLine[] }) {
  const t = useTexts(leaveTexts)
  const rules = [...new Set(lines.map(({ rule }) => rule))]
  return (
    <details className={classes.lines}>
      <summary>{t.howCounted}</summary>
      <p>{rules.map((rule) => t[rule]).join(', ')}</p>
      <ol>
        {lines.map((line) => (
          <li key={line.day} data-counts={line.counts > 0 || undefined}>
            <span>
              {spoken() === 'sw' ? weekday(line.day) : line.weekday.slice(0, 3)} {date(line.day)}
            </span>
            <span>
              {line.why === 'holiday'
                ? t.holiday({ name: holidayName(line.name ?? '') })
                : t[line.why]}
              {line.expected && ` ${t.expected}`}
            </span>
            <span className="figures">{line.counts}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
