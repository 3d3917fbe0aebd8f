import type { ReactNode } from 'react'
import classes from './detail.module.css'

/** Facts in a definition grid: term above value. */
export function Detail({ items }: { items: [term: string, value: ReactNode][] }) {
  return (
    <dl className={classes.grid}>
      {items.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value || 'Not specified'}</dd>
        </div>
      ))}
    </dl>
  )
}
