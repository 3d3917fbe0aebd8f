import type { FinalDues } from '@mshahara/contract/leaving'
import { amount, date } from '../lib/format.ts'
import { Card } from '../ui/card.tsx'
import classes from './leaving.module.css'

/** What is due and what is owed, each line with its rule and its working. */
export function DuesTable({ dues }: { dues: FinalDues }) {
  const { lines, due, owed, service, notices } = dues
  return (
    <Card title="What it comes to">
      <p
        className={classes.note}
      >{`Served ${service}; basic pay ${amount(dues.basic)} a month.`}</p>
      {lines.length === 0 && <p>Nothing beyond the month's pay.</p>}
      {lines.length > 0 && (
        <table className={classes.lines}>
          <tbody>
            {lines.map(({ code, label, amount: sum, rule, working }) => (
              <tr key={`${code} ${working}`}>
                <th scope="row">
                  {label}
                  <span className={classes.working}>
                    {rule ? `${working}. ${rule}.` : `${working}.`}
                  </span>
                </th>
                <td>{amount(sum)}</td>
              </tr>
            ))}
            <tr data-sum>
              <th scope="row">Due</th>
              <td>{amount(due)}</td>
            </tr>
            {owed > 0 && (
              <tr data-sum>
                <th scope="row">Owed by the employee</th>
                <td>{amount(owed)}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      {notices.map(({ who, by, rule }) => (
        <p key={who} className={classes.note}>{`${who}: notify by ${date(by)} (${rule}).`}</p>
      ))}
    </Card>
  )
}
