import { Text } from '@mantine/core'
import type { ImportAnswer, ImportFault } from '@mshahara/contract/import'
import { amount } from '../lib/format.ts'
import { type Column, DataTable } from './data-table.tsx'
import classes from './import-wizard.module.css'

/** What a dry run shows: what is wrong, or how the first rows were read. */

const columns: Column<ImportFault>[] = [
  {
    key: 'row',
    title: 'Row',
    align: 'right',
    render: ({ row }) => <span className="figures">{row || 'All'}</span>,
  },
  { key: 'column', title: 'Column', oneLine: true, render: ({ column }) => column || '–' },
  {
    key: 'value',
    title: 'Value',
    render: ({ value }) => <span className={classes.value}>{value || '(empty)'}</span>,
  },
]
const expected: Column<ImportFault> = {
  key: 'reason',
  title: 'What is expected',
  render: ({ reason }) => reason,
}

const keyOf = ({ row, column, reason }: ImportFault) => `${row} ${column} ${reason}`

export function Faults({ answer }: { answer: ImportAnswer }) {
  const rest = answer.fault_count - answer.faults.length
  return (
    <>
      <div className={classes.scroll}>
        <DataTable
          label="What to correct"
          columns={[...columns, expected]}
          rows={answer.faults}
          rowKey={keyOf}
          empty={null}
        />
      </div>
      <Text size="sm" c="dimmed">
        {rest > 0 && `And ${rest.toLocaleString('en')} more. `}
        Please correct the spreadsheet and choose it again.
      </Text>
    </>
  )
}

/** What can be taken all the same, but is often a slip of the pen. */
function Warnings({ warnings, warning_count }: ImportAnswer) {
  if (warning_count === 0) return null
  const rest = warning_count - warnings.length
  return (
    <>
      <Text size="sm" fw={600}>
        {warning_count === 1
          ? '1 thing to check'
          : `${warning_count.toLocaleString('en')} things to check`}
        ; {warning_count === 1 ? 'it does' : 'they do'} not stop the upload
      </Text>
      <div className={classes.few}>
        <DataTable
          label="Please check"
          columns={[...columns, { ...expected, title: 'Why' }]}
          rows={warnings}
          rowKey={keyOf}
          empty={null}
        />
      </div>
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          And {rest.toLocaleString('en')} more.
        </Text>
      )}
    </>
  )
}

/** The control totals, and what empty cells are taken as. */
function Sums({ totals, assumed }: ImportAnswer) {
  return (
    <dl className={classes.sums} aria-label="Sheet totals">
      {totals.map(({ column, sum, rows }) => (
        <div key={column}>
          <dt>Total {column}</dt>
          <dd className="figures">
            {amount(sum)} in {rows.toLocaleString('en')} {rows === 1 ? 'row' : 'rows'}
          </dd>
        </div>
      ))}
      {assumed.length > 0 && (
        <div>
          <dt>Empty cells are read as</dt>
          {assumed.map((sentence) => (
            <dd key={sentence}>{sentence}</dd>
          ))}
        </div>
      )}
    </dl>
  )
}

/** As the server writes amounts; an empty cell fits any column. */
const isAmount = (cell: string) => cell === '' || /^-?[\d,]+\.\d\d$/.test(cell)

export function Preview({ answer }: { answer: ImportAnswer }) {
  const { preview, rows, columns: titles } = answer
  const aligns = titles.map((_, index) =>
    preview.every(({ cells }) => isAmount(cells[index] ?? '')) ? 'right' : undefined,
  )
  return (
    <>
      <Sums {...answer} />
      <Warnings {...answer} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it too. */}
      <section className={classes.scroll} tabIndex={0} aria-label="The first rows, as we read them">
        <table className={classes.preview}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {titles.map((title, index) => (
                <th key={title} scope="col" data-align={aligns[index]}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map(({ row, cells }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {titles.map((title, index) => (
                  <td key={title} data-align={aligns[index]}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows > preview.length && (
        <Text size="sm" c="dimmed">
          The first {preview.length} of {rows.toLocaleString('en')} rows, as we read them.
        </Text>
      )}
    </>
  )
}
