import type { PayrollVariance } from '@mshahara/contract/payroll-variance'
import { amount, difference, signed } from '../lib/format.ts'
import { PaperClosing, PaperHead, PaperPart } from '../ui/on-paper.tsx'
import { changeOf, statementOf, whyOf } from './variance-rows.ts'

/** Few enough to stand under the sums. */
const few = 15

/** The reconciliation on paper: the sums, then everybody. */
export function VariancePaper({ variance }: { variance: PayrollVariance }) {
  const { opening, closing, people, people_count } = variance
  if (!opening) return null
  const [from, to] = [opening, closing].map(({ month, year }) => `${month} ${year}`)
  const title = `Reconciliation from ${from} to ${to} (${closing.codes.join(', ')})`
  return (
    <>
      <PaperPart shown={people.length} count={people_count} />
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
          {statementOf(variance).map(({ key, title: why, part: inset, total, ...line }) => (
            <tr key={key} data-part={inset || undefined} data-total={total || undefined}>
              <td>{why}</td>
              <td data-amount>{line.count}</td>
              <td data-amount>{line.gross}</td>
              <td data-amount>{line.net}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PeoplePaper variance={variance} title={title} />
      {people.length >= people_count && (
        <PaperClosing
          figures={[
            [`Net ${from}`, signed(opening.net)],
            [`Net ${to}`, signed(closing.net)],
            ['Change', difference(closing.net - opening.net) || amount(0)],
          ]}
        />
      )}
    </>
  )
}

function PeoplePaper({ variance, title }: { variance: PayrollVariance; title: string }) {
  const { people, people_count } = variance
  const part = `${people.length} of ${people_count} people`
  return (
    <table data-long={people.length > few || undefined}>
      <colgroup>
        <col style={{ width: '24mm' }} />
        <col style={{ width: '42mm' }} />
        <col />
        <col style={{ width: '26mm' }} span={3} />
      </colgroup>
      <thead>
        <PaperHead
          columns={6}
          title={title}
          note={people.length < people_count ? part : undefined}
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
            <td data-amount>{signed(person.before.net)}</td>
            <td data-amount>{signed(person.after.net)}</td>
            <td data-amount>{changeOf(person, 'net')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
