import { UnstyledButton } from '@mantine/core'
import { simulationFigures } from '@mshahara/contract/figures'
import type { Simulation } from '@mshahara/contract/settings'
import { Fragment, useState } from 'react'
import { amount } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { IconChevronDown } from '../ui/icons.ts'
import classes from './simulation-table.module.css'

type Figure = (typeof simulationFigures)[number][0]

const signed = (difference: number) =>
  difference === 0 ? '–' : `${difference > 0 ? '+' : '−'}${amount(Math.abs(difference))}`

/** Every figure opens its working; with a second month, what changed stands beside it. */
export function SimulationTable({
  first,
  second,
}: {
  first: Simulation
  second: Simulation | null
}) {
  const [open, setOpen] = useState<Figure | null>(null)
  return (
    <table
      className={classes.table}
      data-compared={second !== null || undefined}
      aria-label="Result"
      aria-live="polite"
    >
      <thead>
        <tr>
          <th scope="col">KES a month</th>
          <th scope="col">{monthName(first.month)}</th>
          {second && <th scope="col">{monthName(second.month)}</th>}
          {second && <th scope="col">What changed</th>}
        </tr>
      </thead>
      <tbody>
        {simulationFigures.map(([figure, label, codes]) => (
          <Fragment key={figure}>
            <tr data-net={figure === 'net' || undefined}>
              <th scope="row">
                <UnstyledButton
                  className={classes.opener}
                  aria-expanded={open === figure}
                  onClick={() => setOpen(open === figure ? null : figure)}
                >
                  <IconChevronDown size={16} aria-hidden className={classes.chevron} />
                  {labelFor(figure, label, first)}
                </UnstyledButton>
              </th>
              <td>{amount(first[figure])}</td>
              {second && <td>{amount(second[figure])}</td>}
              {second && <td>{signed(round(second[figure] - first[figure]))}</td>}
            </tr>
            {open === figure && (
              <tr>
                <td colSpan={second ? 4 : 2} className={classes.working}>
                  <Working result={first} codes={codes} />
                  {second && <Working result={second} codes={codes} />}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const round = (value: number) => Math.round(value * 100) / 100

const labelFor = (figure: Figure, label: string, { health }: Simulation) =>
  figure === 'nhif' ? health : label

function Working({ result, codes }: { result: Simulation; codes: readonly string[] }) {
  const lines = result.lines.filter(({ code }) => codes.includes(code))
  const shown = lines.filter(
    ({ amount: value, code }) => value !== 0 || code === codes.at(-1) || lines.length === 1,
  )
  return (
    <section aria-label={`Working for ${monthName(result.month)}`}>
      <p className={classes.month}>{monthName(result.month)}</p>
      {shown.map(({ code, label, because }, index) => (
        <div key={code} className={classes.line}>
          <p>
            <strong>{label}</strong>: {because.working}
          </p>
          {because.source && because.source !== shown[index + 1]?.because.source && (
            <p className={classes.source}>
              {because.rule}, since {monthName(because.from ?? result.month)}. {because.source}.
            </p>
          )}
        </div>
      ))}
    </section>
  )
}
