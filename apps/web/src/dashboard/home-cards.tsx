import { dashboard, type HomeCard } from '@mshahara/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { useLanguage, useLaterTexts } from '../lib/language.tsx'
import { IconArrowRight } from '../ui/icons.ts'
import classes from './home-cards.module.css'
import { dashboardTexts } from './texts.ts'

/** What the areas show an employee at a glance: leave that is left, loans and what they come to. */
export function HomeCards() {
  const { data } = useRead(dashboard.home)
  const t = useLaterTexts(dashboardTexts)
  if (!data || data.cards.length === 0) return null
  return (
    <ul className={classes.cards} aria-label={t.atAGlance}>
      {data.cards.map((card) => (
        <li key={card.key} className={`card ${classes.card}`}>
          <Card card={card} />
        </li>
      ))}
    </ul>
  )
}

function Card({ card: { title, amount, figure, text, link, act } }: { card: HomeCard }) {
  const language = useLanguage()
  return (
    <>
      <Link to={link} className={classes.link}>
        <span className={classes.title}>{title[language]}</span>
        <span className={`figures ${classes.figure}`}>
          {amount === null ? figure?.[language] : ksh(amount)}
        </span>
        <span className={classes.text}>{text[language]}</span>
        <IconArrowRight size={18} className={classes.arrow} aria-hidden />
      </Link>
      {act && (
        <Link to={act.to} className={classes.act}>
          {act.label[language]}
        </Link>
      )}
    </>
  )
}
