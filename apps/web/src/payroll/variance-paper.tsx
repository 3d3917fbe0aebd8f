import type { PayrollVariance } from '@mshahara/contract/payroll-variance'
import { amount, difference } from '../lib/format.ts'
import { PaperClosing, PaperHead } from '../ui/on-paper.tsx'
import { bridgeRows, whyOf } from './variance-rows.ts'

const few = 20

/** The reconciliation on paper: the sums, then everybody. */
export function VariancePaper({ variance }: { variance: PayrollVariance }) {
  const { opening, closing, people, people_count } = variance
  if (!opening) return null
  const to = `${closing.month} ${closing.year}`
  const title = `Reconciliation from ${opening.month} ${opening.year} to ${to} (${closing.codes.join(', ')})`
  const line = (key: string, cells: [string, string, string, string], total = false) => (
    <tr key={key} data-total={total || undefined}>
      <td>{cells[0]}</td>
      {cells.slice(1).map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move.
        <td key={at} data-amount>
          {cell}
        </td>
      ))}
    </tr>
  )
  const side = (of: typeof opening): [string, string, string, string] =>
    [...[`${of.month} ${of.year}`, String(of.count)], ...[amount(of.gross), amount(of.net)]] as [
      string,
      string,
      string,
      string,
    ]
  return (
    <>
      <table>
        <thead>
          <PaperHead columns={4} title={title} />
          <tr>
            <th>Reason</th>
            <th data-amount>People</th>
            <th data-amount>Gross</th>
            <th data-amount>Net</th>
          </tr>
        </thead>
        <tbody>
          {line('opening', side(opening))}
          {bridgeRows(variance).map(({ key, title: why, part, count, gross, net }) =>
            line(key, [
              part ? `   ${why}` : why,
              count === null ? '' : String(count),
              difference(gross),
              difference(net),
            ]),
          )}
          {line('closing', side(closing), true)}
        </tbody>
      </table>
      <table data-long={people.length > few || undefined}>
        <colgroup>
          <col style={{ width: '24mm' }} />
          <col style={{ width: '42mm' }} />
          <col />
          <col style={{ width: '26mm' }} />
          <col style={{ width: '26mm' }} />
          <col style={{ width: '26mm' }} />
        </colgroup>
        <thead>
          <PaperHead
            columns={6}
            title={title}
            note={
              people.length < people_count
                ? `${people.length} of ${people_count} people`
                : undefined
            }
          />
          <tr>
            <th>Employee Code</th>
            <th>Employee Name</th>
            <th>Why</th>
            <th data-amount>Net before</th>
            <th data-amount>Net now</th>
            <th data-amount>Change</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.employee_id}>
              <td>{person.employee_no}</td>
              <td>{person.name}</td>
              <td>
                {whyOf(person).map((why) => (
                  <div key={why}>{why}</div>
                ))}
              </td>
              <td data-amount>{amount(person.before.net)}</td>
              <td data-amount>{amount(person.after.net)}</td>
              <td data-amount>{difference(person.after.net - person.before.net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PaperClosing
        figures={[
          [`Net ${opening.month} ${opening.year}`, amount(opening.net)],
          [`Net ${to}`, amount(closing.net)],
          ['Change', difference(closing.net - opening.net) || '0.00'],
        ]}
      />
    </>
  )
}
