import type { LeaveLine } from '@mshahara/contract/leave-requests'
import { date } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { spoken } from '../lib/spoken.ts'
import classes from './leave.module.css'
import { leaveTexts } from './texts.ts'
import { weekday } from './words.ts'

const told = ({ why, name }: LeaveLine) =>
  why === 'holiday' ? `holiday: ${name}` : why === 'counts' ? 'counts' : why

/** "Monday, 02 March, 2026: counts": the server's count, line by line. */
export function DayLines({ lines }: { lines: LeaveLine[] }) {
  const t = useTexts(leaveTexts)
  return (
    <details className={classes.lines}>
      <summary>{t.howCounted}</summary>
      <ol>
        {lines.map((line) => (
          <li key={line.day} data-counts={line.counts > 0 || undefined}>
            <span>
              {spoken() === 'sw' ? weekday(line.day) : line.weekday.slice(0, 3)} {date(line.day)}
            </span>
            <span>{told(line)}</span>
            <span className="figures">{line.counts}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
