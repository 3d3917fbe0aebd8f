import { UnstyledButton } from '@mantine/core'
import { simulationParts } from '@mshahara/contract/figures'
import type { Simulation } from '@mshahara/contract/law'
import { useState } from 'react'
import { amount, signed } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { IconChevronDown } from '../ui/icons.ts'
import classes from './simulation-table.module.css'

type Figure = (typeof simulationParts)[keyof typeof simulationParts][number][0]

/** From the earlier amount to the later one. */
export function changeOf(earlier: number, later: number): string {
  const difference = Math.round((later - earlier) * 100) / 100
  if (difference === 0) return '–'
  return `${difference > 0 ? '+' : '−'}${amount(Math.abs(difference))}`
}

/** "SHIF", or "NHIF / SHIF" where the months differ. */
export const healthOf = (results: Simulation[]) =>
  [...new Set(results.map(({ health }) => health))].join(' / ') || 'SHIF'

interface Props {
  /** One month, or two with the earlier first. */
  results: Simulation[]
}

/** Every figure opens its working; with a second month, what changed stands beside it. */
export function SimulationTable({ results }: Props) {
  const [open, setOpen] = useState<Figure | null>(null)
  const [first, second] = results
  if (!first) return null
  return (
    <table
      className={classes.table}
      data-compared={second !== undefined || undefined}
      aria-label="Result"
    >
      <thead>
        <tr>
          <th scope="col">Ksh a month</th>
          {results.map(({ month }) => (
            <th key={month} scope="col">
              {monthName(month)}
            </th>
          ))}
          {second && <th scope="col">What changed</th>}
        </tr>
      </thead>
      {Object.entries(simulationParts).map(([part, rows]) => (
        <tbody key={part}>
          <tr>
            <th scope="rowgroup" colSpan={second ? 4 : 2} className={classes.part}>
              {part}
            </th>
          </tr>
          {rows.filter(isAsked(results)).map(([figure, label, codes]) => (
            <Line
              key={figure}
              {...{ figure, codes, results }}
              label={label.replace('NHIF', healthOf(results))}
              open={open === figure}
              onToggle={() => setOpen(open === figure ? null : figure)}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** Of benefits in kind there is no line where nobody has any. */
const isAsked =
  (results: Simulation[]) =>
  ([figure]: readonly [Figure, ...unknown[]]) =>
    figure !== 'benefits' ||
    results.some(({ benefits, in_kind }) => benefits > 0 || in_kind.length > 0)

/** The line of the law that benefits are taxed in, also where nothing of them is. */
const partsIn: Record<string, readonly string[]> = {
  taxableNonCash: ['car', 'nonCash', 'atCost'],
  taxableMeals: ['meals'],
}

interface LineProps extends Props {
  figure: Figure
  label: string
  codes: readonly string[]
  open: boolean
  onToggle: () => void
}

const sums: readonly Figure[] = ['total_deductions', 'net', 'employer_cost']

function Line({ figure, label, codes, results, open, onToggle }: LineProps) {
  const [first, second] = results
  return (
    <>
      <tr data-sum={sums.includes(figure) || undefined} data-net={figure === 'net' || undefined}>
        <th scope="row">
          <UnstyledButton className={classes.opener} aria-expanded={open} onClick={onToggle}>
            <IconChevronDown size={16} aria-hidden className={classes.chevron} />
            {label}
          </UnstyledButton>
        </th>
        {results.map((result) => (
          <td key={result.month}>{signed(result[figure])}</td>
        ))}
        {first && second && <td>{changeOf(first[figure], second[figure])}</td>}
      </tr>
      {open && (
        <tr>
          <td colSpan={second ? 4 : 2} className={classes.working}>
            {results.map((result) => (
              <Working key={result.month} result={result} codes={codes} />
            ))}
          </td>
        </tr>
      )}
    </>
  )
}

function Working({ result, codes }: { result: Simulation; codes: readonly string[] }) {
  const lines = result.lines.filter(({ code }) => codes.includes(code))
  const shown = lines.filter(
    ({ amount: value, code }) =>
      value !== 0 ||
      (code === codes.at(-1) && code !== 'housingBenefit') ||
      lines.length === 1 ||
      result.in_kind.some(({ part }) => partsIn[code]?.includes(part)),
  )
  const valued = codes.includes('taxableNonCash') ? result.in_kind : []
  return (
    <section aria-label={`Working for ${monthName(result.month)}`}>
      <p className={classes.month}>{monthName(result.month)}</p>
      {valued.map(({ name, working }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be of one name, in their order.
        <div key={index} className={classes.line}>
          <p>
            <strong>{name}</strong>: {working}
          </p>
        </div>
      ))}
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
