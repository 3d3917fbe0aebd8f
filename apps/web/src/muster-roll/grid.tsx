import { dayHint, markIn, pieceHint } from '@mshahara/contract/muster-marks'
import type { MusterPerson, MusterSheet } from '@mshahara/contract/muster-roll'
import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { toast } from '../lib/toast.tsx'
import { placeIn, walk } from '../ui/grid-walk.ts'
import { Status } from '../ui/status.tsx'
import classes from './grid.module.css'
import {
  beyond,
  filledDown,
  keyOf,
  pasted,
  savedText,
  type Typed,
  textAt,
  typedAt,
} from './unsaved-marks.ts'

interface Props {
  sheet: MusterSheet
  typed: Typed
  faults: ReadonlyMap<string, string>
  /** Counts how often saving was refused. */
  refusals: number
  edits: boolean
  /** Made of what is typed by then: a row that was not drawn again knows of its own cells only. */
  onChange: (change: (typed: Typed) => Typed) => void
  onSave: () => void
}

const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short' })
const inYear = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
/** "Mon 2 Mar" */
export const dayName = (day: string) =>
  `${weekday.format(new Date(day))} ${inYear.format(new Date(day))}`

/** People as rows, days as columns: typed, walked by arrows, filled down, pasted into. */
export function Grid(props: Props) {
  const { sheet, typed, faults, refusals, edits, onChange, onSave } = props
  const table = useRef<HTMLTableElement>(null)
  // A refusal leads to its first cell.
  useEffect(() => {
    if (refusals > 0) table.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals])

  function keys(event: KeyboardEvent<HTMLTableElement>) {
    const at = placeIn(event.target)
    const command = event.ctrlKey || event.metaKey
    if (command && event.key.toLowerCase() === 's') {
      event.preventDefault()
      return onSave()
    }
    if (!at || !command || event.key.toLowerCase() !== 'd') return walk(event)
    event.preventDefault()
    // As spreadsheets have it: from the cell above; with Shift, on to the end of the column.
    const above = at.row > 0 ? textAt(sheet, typed, at.row - 1, at.column) : ''
    onChange((latest) =>
      event.shiftKey
        ? filledDown(sheet, latest, at)
        : typedAt(sheet, latest, at.row, at.column, above),
    )
  }

  function paste(event: ClipboardEvent<HTMLTableElement>) {
    const at = placeIn(event.target)
    const block = event.clipboardData.getData('text/plain')
    if (!at || !/[\t\n]/.test(block.trim())) return
    event.preventDefault()
    onChange((latest) => pasted(sheet, latest, at, block))
    const left = beyond(sheet, at, block)
    if (left) toast('warning', left)
  }

  return (
    <div className={classes.scroll}>
      <table
        ref={table}
        className={classes.grid}
        aria-label="Muster roll"
        onKeyDown={keys}
        onPaste={paste}
      >
        <Head
          sheet={sheet}
          edits={edits}
          onFill={(column) =>
            onChange((latest) => filledDown(sheet, latest, { row: 0, column }, 'F'))
          }
        />
        <tbody>
          {sheet.people.map((person, row) => (
            <Row
              key={person.casual_id}
              {...{ person, row, sheet, edits, faults }}
              texts={sheet.days
                .map(({ day }) => typed.get(keyOf(person.casual_id, day))?.text ?? '\u0000')
                .join('\t')}
              onType={(column, text) =>
                onChange((latest) => typedAt(sheet, latest, row, column, text))
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps extends Pick<Props, 'sheet' | 'edits'> {
  onFill: (column: number) => void
}

const fills = ({ people, count }: MusterSheet) =>
  `Mark everybody without a mark ${people.length < count ? 'on this page ' : ''}present`

const Head = ({ sheet, edits, onFill }: HeadProps) => (
  <thead>
    <tr>
      <th scope="col" className={classes.who}>
        Casual
      </th>
      {sheet.days.map(({ day, on_roll }, column) => (
        <th key={day} scope="col" data-rest={new Date(day).getUTCDay() === 0 || undefined}>
          {weekday.format(new Date(day))}
          <small>{inYear.format(new Date(day))}</small>
          {edits ? (
            <button
              type="button"
              className={classes.fill}
              aria-label={`all F: ${fills(sheet)} on ${dayName(day)}`}
              title={fills(sheet)}
              onClick={() => onFill(column)}
            >
              all F
            </button>
          ) : (
            <small>{on_roll ? 'on the roll' : ''}</small>
          )}
        </th>
      ))}
      <th scope="col">Days</th>
    </tr>
  </thead>
)

interface RowProps extends Pick<Props, 'sheet' | 'edits' | 'faults'> {
  person: MusterPerson
  row: number
  /** What is typed in each cell: a row whose text stays is not drawn again. */
  texts: string
  onType: (column: number, text: string) => void
}

const sameRow = (one: RowProps, other: RowProps) =>
  one.person === other.person &&
  one.row === other.row &&
  one.sheet === other.sheet &&
  one.texts === other.texts &&
  one.faults === other.faults

const Row = memo(function Row({ person, row, sheet, edits, faults, texts, onType }: RowProps) {
  const typed = texts.split('\t').map((text) => (text === '\u0000' ? undefined : text))
  return (
    <tr>
      <th scope="row" className={classes.who}>
        <Link to={`/casual/${person.casual_id}`} tabIndex={-1}>
          {person.name}
        </Link>
        <small>
          {[person.casual_no, person.station].filter(Boolean).join(' · ')}
          {person.pay_basis === 'piece' && ` · ${person.piece ?? 'pieces'}`}
        </small>
        {person.status !== 'active' && <Status value={person.status} />}
      </th>
      {sheet.days.map(({ day }, column) => (
        <Cell
          key={day}
          {...{ person, row, column, edits }}
          day={day}
          text={(person.closed[column] ? null : typed[column]) ?? savedText(person, column)}
          changed={typed[column] !== undefined}
          refusal={faults.get(keyOf(person.casual_id, day))}
          onType={(text) => onType(column, text)}
        />
      ))}
      <td className={`figures ${classes.sum}`}>{daysOf(person, typed)}</td>
    </tr>
  )
}, sameRow)

/** Days present, as far as the cells can be understood. */
function daysOf(person: MusterPerson, typed: (string | undefined)[]): number {
  return person.marks.reduce((sum, _, column) => {
    const mark = markIn(typed[column] ?? savedText(person, column), person.pay_basis)
    return sum + (mark && 'present' in mark ? mark.present : 0)
  }, 0)
}

interface CellProps {
  person: MusterPerson
  day: string
  row: number
  column: number
  text: string
  changed: boolean
  /** Why it was not saved. */
  refusal: string | undefined
  edits: boolean
  onType: (text: string) => void
}

function faultIn(text: string, basis: MusterPerson['pay_basis']): string | undefined {
  const mark = markIn(text, basis)
  return mark && 'fault' in mark ? mark.fault : undefined
}

const closedWords = { paid: 'paid', 'not employed': 'not employed' } as const

function Cell(props: CellProps) {
  const { person, day, row, column, text, changed, refusal, edits, onType } = props
  const [writing, setWriting] = useState(false)
  const closed = person.closed[column]
  if (closed || !edits) {
    const why = closed ? closedWords[closed] : undefined
    return (
      <td data-closed={closed ?? true} title={why}>
        {text || (closed === 'not employed' ? '·' : '–')}
        {why && <span className={classes.hidden}>{` ${why}`}</span>}
      </td>
    )
  }
  // Marked as soon as it is left, or pasted: not letter by letter while somebody writes.
  const fault = refusal ?? (writing || !changed ? undefined : faultIn(text, person.pay_basis))
  const faultId = fault ? `fault-${row}-${column}` : undefined
  return (
    <td data-changed={changed || undefined} data-mark={text.charAt(0).toUpperCase()}>
      <input
        data-place={`${row}:${column}`}
        aria-label={`${dayName(day)} of ${person.name}`}
        aria-invalid={fault ? true : undefined}
        aria-describedby={faultId}
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        inputMode={person.pay_basis === 'piece' ? 'decimal' : 'text'}
        title={person.pay_basis === 'piece' ? pieceHint : dayHint}
        value={text}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onFocus={({ currentTarget }) => {
          setWriting(true)
          currentTarget.select()
        }}
        onBlur={() => setWriting(false)}
      />
      {fault && (
        <span id={faultId} className={classes.fault}>
          {fault}
        </span>
      )}
    </td>
  )
}
