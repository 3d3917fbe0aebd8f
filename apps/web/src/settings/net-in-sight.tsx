import type { Simulation } from '@mshahara/contract/law'
import { ksh } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { changeOf } from './simulation-table.tsx'
import classes from './simulator.module.css'

/** The answer to the question, before how it came about; earlier month first. */
export function NetInSight({ results }: { results: Simulation[] }) {
  const [earlier, later] = results
  return (
    <section
      className={classes.net}
      data-compared={later !== undefined || undefined}
      aria-label="Net pay"
      aria-live="polite"
    >
      {results.length === 0 && <Figure name="Net Income" value="–" />}
      {results.map(({ month, net }) => (
        <Figure key={month} name={`Net Income, ${monthName(month)}`} value={ksh(net)} />
      ))}
      {earlier && later && <Figure name="What changed" value={changeOf(earlier.net, later.net)} />}
    </section>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <p>
    <small>{name}</small>
    <b className="figures">{value}</b>
  </p>
)
