import { type ClipboardEvent, memo } from 'react'
import { amount, signed } from '../lib/format.ts'
import { placeIn, walk } from '../ui/grid-walk.ts'
import { type ExtraRow, faultIn, placeOf, type Typed, textOf, totalOf } from './cells.ts'
import classes from './off-cycle.module.css'

interface Props {
  items: readonly { name: string }[]
  rows: readonly ExtraRow[]
  typed: Typed
  /** Whether it can be typed into. */
  open: boolean
  onType: (place: string, text: string) => void
  onPaste: (at: { row: number; column: number }, block: string) => void
}

/** People as rows, walked by arrows and Enter, filled by a pasted block. */
export function AmountsGrid({ items, rows, typed, open, onType, onPaste }: Props) {
  function paste(event: ClipboardEvent<HTMLTableElement>) {
    const at = placeIn(event.target)
    const block = event.clipboardData.getData('text/plain')
    if (!at || !/[\t\n]/.test(block.trim())) return
    event.preventDefault()
    onPaste(at, block)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it
    <section className={classes.scroll} aria-label="Amounts, scrollable" tabIndex={0}>
      <table className={classes.grid} aria-label="Amounts" onKeyDown={walk} onPaste={paste}>
        <thead>
          <tr>
            <th scope="col" className={classes.who}>
              Employee
            </th>
            <th scope="col">
              Basic pay<small>months this year</small>
            </th>
            {items.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Total</th>
            <th scope="col">
              Deductions<small>as last worked out</small>
            </th>
            <th scope="col">Net</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={row.payslip_id}>
              <th scope="row" className={classes.who}>
                {row.name}
                <small>{[row.employee_no, row.department].filter(Boolean).join(', ')}</small>
              </th>
              <td className="figures">
                {row.salary === null ? '–' : amount(row.salary)}
                <small>{row.months}</small>
              </td>
              {items.map(({ name }, column) => (
                <Cell
                  key={name}
                  at={`${place}:${column}`}
                  label={`${name} of ${row.name}`}
                  place={placeOf(row, column)}
                  text={textOf(row, column, typed)}
                  changed={typed.has(placeOf(row, column))}
                  open={open}
                  onType={onType}
                />
              ))}
              <td className="figures">{amount(totalOf(row, items.length, typed))}</td>
              <td className="figures">{row.taken === null ? '–' : signed(row.taken)}</td>
              <td className="figures">{row.net === null ? '–' : signed(row.net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CellProps extends Pick<Props, 'open' | 'onType'> {
  at: string
  label: string
  place: string
  text: string
  changed: boolean
}

const Cell = memo(function Cell({ at, label, place, text, changed, open, onType }: CellProps) {
  if (!open) return <td className="figures">{text || '–'}</td>
  const fault = faultIn(text)
  return (
    <td className={classes.cell} data-changed={changed || undefined}>
      <input
        data-place={at}
        aria-label={label}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `fault-${at}` : undefined}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={({ currentTarget }) => onType(place, currentTarget.value)}
      />
      {fault && (
        <span id={`fault-${at}`} className={classes.fault}>
          {fault}
        </span>
      )}
    </td>
  )
})
