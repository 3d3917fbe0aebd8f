import type { ReactNode } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import classes from './detail.module.css'
import { uiTexts } from './texts.ts'

/** Facts in a definition grid: term above value. */
export function Detail({ items }: { items: [term: string, value: ReactNode][] }) {
  const { notSpecified } = useLaterTexts(uiTexts)
  return (
    <dl className={classes.grid}>
      {items.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value || notSpecified}</dd>
        </div>
      ))}
    </dl>
  )
}
