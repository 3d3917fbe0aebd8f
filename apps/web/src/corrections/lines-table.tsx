import type { CorrectionLine } from '@mshahara/contract/corrections'
import type { ReactNode } from 'react'
import { difference, signed } from '../lib/format.ts'
import { Money } from '../ui/money.tsx'
import classes from './corrections.module.css'
import { type DueLine, differenceTo, type Typed } from './values.ts'

interface Props {
  paid: readonly CorrectionLine[]
  lines: readonly DueLine[]
  errors?: Record<string, ReactNode>
  /** None where it is only looked at. */
  onType?: (at: number, due: Typed) => void
}

/** Each line of a payslip with both amounts and what they differ by. */
export function LinesTable({ paid, lines, errors = {}, onType }: Props) {
  return (
    <table className={classes.lines} aria-label="Lines of the payslip">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Was paid</th>
          <th scope="col">Should have been</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {paid.map((line, at) => (
          <Line
            key={`${line.side} ${line.key}`}
            line={line}
            due={lines[at]?.due ?? line.due}
            error={errors[`lines.${at}.due`]}
            onType={onType && ((due) => onType(at, due))}
          />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  line: CorrectionLine
  due: Typed
  error: ReactNode
  onType: ((due: Typed) => void) | undefined
}

function Line({ line, due, error, onType }: LineProps) {
  const differs = differenceTo(line, due)
  return (
    <tr>
      <th scope="row">
        {line.name}
        {line.side !== 'salary' && <small>{line.nature}</small>}
      </th>
      <td className="figures" data-label="Was paid">
        {signed(line.paid)}
      </td>
      <td className="figures" data-label="Should have been">
        {onType ? (
          <Money
            aria-label={`${line.name}, should have been`}
            value={due}
            error={error}
            onChange={onType}
          />
        ) : (
          signed(line.due)
        )}
      </td>
      <td className="figures" data-label="Difference">
        {differs === null ? '–' : differs === 0 ? 'none' : difference(differs)}
      </td>
    </tr>
  )
}
