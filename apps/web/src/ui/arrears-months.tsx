import type { ArrearsMonth } from '@mshahara/contract/employees'
import { amount, signed } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import classes from './arrears-months.module.css'

/** Confirmed months that a change reaches back to, with what each comes to. */

export const netOf = (months: readonly ArrearsMonth[]) =>
  months.reduce((sum, { net }) => sum + net, 0)

export function ArrearsMonths({ months }: { months: readonly ArrearsMonth[] }) {
  const net = netOf(months)
  return (
    <>
      <table className={classes.arrears}>
        <tbody>
          {months.map((one) => (
            <tr key={one.month}>
              <th scope="row">
                {monthName(one.month)}
                <span>{partsOf(one)}</span>
              </th>
              <td>{signed(one.net)}</td>
            </tr>
          ))}
          <tr data-sum>
            <th scope="row">
              {net < 0 ? 'Taken back from the next payrolls' : 'Paid by the next payroll'}
            </th>
            <td>{amount(Math.abs(net))}</td>
          </tr>
        </tbody>
      </table>
      <p className={classes.note}>
        {net < 0
          ? 'Each payroll takes as much as leaves a third of pay.'
          : 'Tax and contributions are those of each month, apart from those of the payroll.'}
        {months.some(({ schemes }) => schemes) &&
          ' What these months paid into pension schemes stays as it was.'}
      </p>
    </>
  )
}

function partsOf({ pay, deductions }: ArrearsMonth) {
  const parts = pay.map((line) => `${line.component} ${signed(line.amount)} (${line.working})`)
  const taken = deductions.map((line) => `${line.name} ${signed(line.amount)}`)
  return [...parts, ...(taken.length > 0 ? [`less ${taken.join(', ')}`] : [])].join(', ')
}
