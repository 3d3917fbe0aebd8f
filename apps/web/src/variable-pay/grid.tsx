import type { VariablePerson } from '@mshahara/contract/variable-pay'
import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, memo, useEffect, useRef } from 'react'
import { amount } from '../lib/format.ts'
import { placeIn, walk } from '../ui/grid-walk.ts'
import { Tag } from '../ui/status.tsx'
import {
  type Drafts,
  type Faults,
  type GridColumn,
  placeOf,
  type Rate,
  type Typed,
  textOf,
} from './cells.ts'
import classes from './grid.module.css'

interface Props {
  label: string
  people: readonly VariablePerson[]
  columns: readonly GridColumn[]
  rates: readonly Rate[]
  drafts: Drafts
  faults: Faults
  /** Counts how often saving was refused. */
  refusals: number
  onType: (person: VariablePerson, column: GridColumn, text: string) => void
  onLeave: (person: VariablePerson, column: GridColumn, text: string) => void
  onPaste: (at: { row: number; column: number }, block: string) => void
}

/** People as rows, cells to type in: walked by arrows and Enter, filled by a pasted block. */
export function Grid(props: Props) {
  const { label, people, columns, rates, drafts, faults, refusals, onType, onLeave, onPaste } =
    props
  const table = useRef<HTMLTableElement>(null)
  // A refusal leads to its first cell.
  useEffect(() => {
    if (refusals > 0) table.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals])
  function paste(event: ClipboardEvent<HTMLTableElement>) {
    const at = placeIn(event.target)
    const block = event.clipboardData.getData('text/plain')
    if (!at || !/[\t\n]/.test(block.trim())) return
    event.preventDefault()
    onPaste(at, block)
  }
  return (
    <div className={classes.scroll}>
      <table
        ref={table}
        className={classes.grid}
        aria-label={label}
        onKeyDown={walk}
        onPaste={paste}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.who}>
              Employee
            </th>
            {columns.map(({ key, title, note }) => (
              <th key={key} scope="col" data-key={key}>
                {title}
                {note && <small>{note}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person, row) => (
            <Row
              key={person.employee_id}
              row={row}
              person={person}
              columns={columns}
              rates={rates}
              typed={drafts.get(person.employee_id)?.typed}
              faults={faults}
              onType={onType}
              onLeave={onLeave}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends Pick<Props, 'columns' | 'rates' | 'faults' | 'onType' | 'onLeave'> {
  row: number
  person: VariablePerson
  typed: Typed | undefined
}

const Row = memo(function Row(props: RowProps) {
  const { row, person, columns, rates, typed, faults, onType, onLeave } = props
  return (
    <tr data-changed={typed ? true : undefined}>
      <th scope="row" className={classes.who}>
        <Link to={`/employee/${person.employee_id}`} tabIndex={-1}>
          {person.name}
        </Link>
        <small>
          {person.employee_no} {person.paid && <Tag tone="green">Confirmed</Tag>}
        </small>
      </th>
      {columns.map((column, index) => (
        <Cell
          key={column.key}
          place={`${row}:${index}`}
          person={person}
          column={column}
          rates={rates}
          text={textOf(person, column, typed)}
          changed={typed?.[column.key] !== undefined}
          fault={faults.get(placeOf(person.employee_id, column.key))}
          onType={onType}
          onLeave={onLeave}
        />
      ))}
    </tr>
  )
})

interface CellProps extends Pick<RowProps, 'person' | 'rates' | 'onType' | 'onLeave'> {
  place: string
  column: GridColumn
  text: string
  changed: boolean
  fault: string | undefined
}

function Cell(props: CellProps) {
  const { place, person, column, rates, text, changed, fault, onType, onLeave } = props
  const fixed = person.paid || (person.revenue_fixed && isRevenue(column))
  const nameOf = (id: string) => rates.find((rate) => rate.id === id)?.name ?? ''
  if (fixed) {
    const words = column.kind === 'rate' ? nameOf(text) : text
    return <td data-kind={column.kind}>{words || '–'}</td>
  }
  const faultId = fault ? `fault-${place}` : undefined
  const common = {
    'data-place': place,
    'aria-label': `${column.title} of ${person.name}`,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': faultId,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) =>
      onType(person, column, event.currentTarget.value),
    onBlur: () => changed && onLeave(person, column, text),
  }
  return (
    <td data-kind={column.kind} data-changed={changed || undefined}>
      {column.kind === 'rate' ? (
        <select {...common}>
          <option value="">–</option>
          {rates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type="text"
          inputMode={column.kind === 'text' ? 'text' : 'decimal'}
          autoComplete="off"
          placeholder={placeholderOf(person, column)}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {fault && (
        <span id={faultId} className={classes.fault}>
          {fault}
        </span>
      )}
    </td>
  )
}

const isRevenue = ({ key }: GridColumn) => key === 'revenue' || key === 'commission_rate_id'
const placeholderOf = (person: VariablePerson, { key }: GridColumn) =>
  key === 'hourly_rate' && person.usual_rate > 0 ? amount(person.usual_rate) : undefined
