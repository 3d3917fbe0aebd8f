import type { WaitingLine } from '@mshahara/contract/dashboard'
import { inLanguage } from '@mshahara/contract/language'
import { Link } from '@tanstack/react-router'
import { date } from '../lib/format.ts'
import { useLanguage, useLaterTexts } from '../lib/language.tsx'
import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconClock } from '../ui/icons.ts'
import classes from './lines.module.css'
import { dashboardTexts } from './texts.ts'

const icons = { late: IconAlertTriangle, soon: IconClock, open: IconArrowRight } as const

/** What to do next, each line a link to where it is done. */
export function Waiting({ lines }: { lines: WaitingLine[] }) {
  const t = useLaterTexts(dashboardTexts)
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="section-title">
        {t.next}
      </h2>
      {lines.length === 0 ? (
        <p className={`card ${classes.nothing}`}>
          <IconCircleCheck size={20} aria-hidden />
          {t.nothing}
        </p>
      ) : (
        <ul className={`card ${classes.lines}`}>
          {lines.map((line) => (
            <li key={line.key}>
              <Line line={line} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ line: { title, text, link, urgency, due } }: { line: WaitingLine }) {
  const Icon = icons[urgency]
  const language = useLanguage()
  return (
    <Link to={link} className={classes.line} data-urgency={urgency}>
      <Icon size={20} stroke={1.7} aria-hidden className={classes.mark} />
      <span>
        <span className={classes.label}>{inLanguage(title, language)}</span>
        <span className={classes.text}>{inLanguage(text, language)}</span>
      </span>
      {due && <span className={classes.due}>{date(due)}</span>}
    </Link>
  )
}
