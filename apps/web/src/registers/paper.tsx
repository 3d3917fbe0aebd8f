import { counted } from '@mshahara/contract/counted'
import type { RegisterCompared } from '@mshahara/contract/registers'
import { amount } from '../lib/format.ts'
import { PaperHead } from '../ui/on-paper.tsx'
import { apart, causeWords, grossSaid, missingIn, titleOf } from './words.ts'

interface Props {
  found: RegisterCompared
  /** The payroll, and the file it was compared with. */
  title: string
  file: string
}

/** The comparison on paper, to be signed by whoever decides to move. */
export function RegisterPaper({ found, title, file }: Props) {
  const { equal, people_count, equal_count } = found
  const verdict = equal
    ? 'Equal'
    : `${equal_count} of ${counted(people_count, 'person', 'people')} equal`
  const missing = missingIn(found)
  const left = missing.length > 0 ? ` Not compared: ${missing.join(', ')}.` : ''
  const note = `${left} ${grossSaid(found)}`.trim()
  const head = `${title} beside ${file}: ${verdict}`
  return (
    <>
      <table>
        <thead>
          <PaperHead columns={4} title={head} note={note || undefined} />
          <tr>
            <th>Figure</th>
            <th data-amount>Here</th>
            <th data-amount>Register</th>
            <th data-amount>Difference</th>
          </tr>
        </thead>
        <tbody>
          {found.totals.map(({ figure, here, there }) => (
            <tr key={figure}>
              <td>{titleOf(figure)}</td>
              <td data-amount>{amount(here)}</td>
              <td data-amount>{amount(there)}</td>
              <td data-amount>{apart(here, there)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!equal && <People found={found} title={head} />}
    </>
  )
}

function People({ found, title }: { found: RegisterCompared; title: string }) {
  const { people, only_here, only_there } = found
  return (
    <table data-long>
      <thead>
        <PaperHead columns={6} title={title} />
        <tr>
          <th>Employee</th>
          <th>Figure</th>
          <th data-amount>Here</th>
          <th data-amount>Register</th>
          <th data-amount>Difference</th>
          <th>Cause</th>
        </tr>
      </thead>
      <tbody>
        {people.flatMap(({ employee_id, employee_no, name, differences }) =>
          differences.map(({ figure, here, there, cause }, at) => (
            <tr key={`${employee_id} ${figure}`}>
              <td>{at === 0 ? `${employee_no} ${name}` : ''}</td>
              <td>{titleOf(figure)}</td>
              <td data-amount>{amount(here)}</td>
              <td data-amount>{amount(there)}</td>
              <td data-amount>{apart(here, there)}</td>
              <td>{causeWords[cause].title}</td>
            </tr>
          )),
        )}
        {only_here.map(({ employee_no, name, net }) => (
          <tr key={`here ${employee_no}`}>
            <td>{`${employee_no} ${name}`}</td>
            <td>Net</td>
            <td data-amount>{net === null ? '' : amount(net)}</td>
            <td data-amount>–</td>
            <td />
            <td>Only in this payroll</td>
          </tr>
        ))}
        {only_there.map(({ row, employee_no, name, net }) => (
          <tr key={`there ${row}`}>
            <td>{`${employee_no} ${name}`}</td>
            <td>Net</td>
            <td data-amount>–</td>
            <td data-amount>{net === null ? '' : amount(net)}</td>
            <td />
            <td>Only in the register</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
