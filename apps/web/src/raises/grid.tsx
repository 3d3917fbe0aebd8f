import { Checkbox, UnstyledButton } from '@mantine/core'
import type { RaiseRow } from '@mshahara/contract/raises'
import { memo, useState } from 'react'
import { amount, signed } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { walk } from '../ui/grid-walk.ts'
import classes from './raises.module.css'
import { amountOf, faultIn, type Hand, isIn, textOf } from './typed.ts'

interface Props {
  rows: readonly RaiseRow[]
  hand: Hand
  onType: (id: string, text: string) => void
  onOut: (ids: readonly string[], isOut: boolean) => void
}

const netOf = ({ arrears }: RaiseRow) => arrears.reduce((sum, { net }) => sum + net, 0)

/** People as rows: what they have, what they would have, and what it reaches back to. */
export function RaisesGrid({ rows, hand, onType, onOut }: Props) {
  const ids = rows.map(({ employee_id }) => employee_id)
  const picked = rows.filter((row) => isIn(row, hand)).length
  // Of a sheet; a rule has one month for everybody.
  const dated = new Set(rows.map(({ from }) => from)).size > 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it
    <section className={classes.scroll} aria-label="New salaries, scrollable" tabIndex={0}>
      <table className={classes.grid} aria-label="New salaries" onKeyDown={walk}>
        <thead>
          <tr>
            <th scope="col" className={classes.who}>
              <Checkbox
                label="Employee"
                aria-label="Everybody on this page"
                checked={picked === rows.length}
                indeterminate={picked > 0 && picked < rows.length}
                onChange={({ currentTarget }) => onOut(ids, !currentTarget.checked)}
              />
            </th>
            {dated && <th scope="col">From</th>}
            <th scope="col">Salary so far</th>
            <th scope="col">New salary</th>
            <th scope="col">Difference</th>
            <th scope="col">
              Arrears<small>net</small>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Row
              key={row.employee_id}
              {...{ row, place, dated, onType, onOut }}
              text={textOf(row, hand)}
              after={amountOf(row, hand)}
              changed={hand.typed.has(row.employee_id)}
              included={isIn(row, hand)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps extends Pick<Props, 'onType' | 'onOut'> {
  row: RaiseRow
  place: number
  dated: boolean
  text: string
  after: number
  changed: boolean
  included: boolean
}

const Row = memo(function Row(props: RowProps) {
  const { row, place, dated, text, after, changed, included, onType, onOut } = props
  const { employee_id: id, name, before, net_before } = row
  const isNet = row.net_after !== null
  const fault = included ? faultIn(text) : undefined
  const about = [row.employee_no, row.department, row.designation].filter(Boolean).join(', ')
  // Of another net typed by hand the gross is not known yet.
  const more = isNet ? row.after - before : after - before
  const unknown = fault || (isNet && changed)
  return (
    <tr data-out={!included || undefined}>
      <th scope="row" className={classes.who}>
        <Checkbox
          label={name}
          description={about}
          aria-label={`Include ${name}`}
          checked={included}
          onChange={({ currentTarget }) => onOut([id], !currentTarget.checked)}
        />
      </th>
      {dated && <td>{monthName(row.from)}</td>}
      <td className="figures">
        {amount(before)}
        {net_before !== null && <small>{`net ${amount(net_before)}`}</small>}
      </td>
      <td className={classes.cell} data-changed={changed || undefined}>
        <input
          data-place={`${place}:0`}
          aria-label={isNet ? `New agreed net of ${name}` : `New salary of ${name}`}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault || row.doubt ? `note-${id}` : undefined}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          disabled={!included}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          onChange={({ currentTarget }) => onType(id, currentTarget.value)}
        />
        {isNet && <small>{changed ? 'net' : `net, of ${amount(row.after)} gross`}</small>}
        {(fault || (row.doubt && !changed)) && (
          <span id={`note-${id}`} className={classes.fault}>
            {fault ?? row.doubt}
          </span>
        )}
      </td>
      <td className="figures">
        {unknown ? '–' : signed(more)}
        {!unknown && before > 0 && more !== 0 && <small>{percentOf(more, before)}</small>}
      </td>
      <td className="figures">
        {changed ? <small>not worked out yet</small> : <Late row={row} />}
      </td>
    </tr>
  )
})

const percents = new Intl.NumberFormat('en', { maximumFractionDigits: 2, signDisplay: 'always' })
const percentOf = (more: number, before: number) => `${percents.format((more / before) * 100)}%`

/** The sum, and each month when it is asked for. */
function Late({ row }: { row: RaiseRow }) {
  const [open, setOpen] = useState(false)
  if (row.arrears.length === 0) return '–'
  return (
    <>
      <UnstyledButton
        className={classes.late}
        aria-expanded={open}
        aria-label={`Arrears of ${row.name} by month: ${signed(netOf(row))}`}
        onClick={() => setOpen(!open)}
      >
        {signed(netOf(row))}
      </UnstyledButton>
      {open ? (
        row.arrears.map(({ month, pay, net }) => (
          <small key={month}>{`${monthName(month)}: pay ${signed(pay)}, net ${signed(net)}`}</small>
        ))
      ) : (
        <small>
          {row.arrears.length === 1
            ? monthName(row.arrears[0]?.month ?? '')
            : `${row.arrears.length} months`}
        </small>
      )}
    </>
  )
}
