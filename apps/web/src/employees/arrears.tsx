import { useDebouncedValue } from '@mantine/hooks'
import { type ArrearsMonth, employees } from '@mshahara/contract/employees'
import { useRead } from '../lib/api.ts'
import { amount, ksh, signed } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import classes from './employee.module.css'
import type { Section } from './form-values.ts'

/** Once somebody stops typing. */
const pause_ms = 400

const netOf = (months: readonly ArrearsMonth[]) => months.reduce((sum, { net }) => sum + net, 0)

/** What a new salary comes to in months that are confirmed, before it is saved. */
export function Arrears({ form, employee }: Required<Section>) {
  const { salary, agreed_net, salary_from } = form.values
  const may = useMay()(employees.arrears)
  const from = salary_from ?? employee.next_salary_month
  const given = agreed_net === null ? salary : agreed_net
  const now = JSON.stringify(
    agreed_net === null ? { salary, agreed_net, from } : { agreed_net, from },
  )
  const [asked] = useDebouncedValue(now, pause_ms)
  const body = JSON.parse(asked)
  const any = may && from < employee.next_salary_month && typeof given === 'number'
  const { data } = useRead(
    employees.arrears,
    { params: { id: employee.id }, body },
    { enabled: any && asked === now, keep: true },
  )
  if (!any || !data || data.length === 0) return null
  const net = netOf(data)
  return (
    <Card title="Arrears of confirmed months">
      <table className={classes.arrears}>
        <tbody>
          {data.map((one) => (
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
      </p>
    </Card>
  )
}

function partsOf({ pay, deductions }: ArrearsMonth) {
  const parts = pay.map((line) => `${line.component} ${signed(line.amount)} (${line.working})`)
  const taken = deductions.map((line) => `${line.name} ${signed(line.amount)}`)
  return [...parts, ...(taken.length > 0 ? [`less ${taken.join(', ')}`] : [])].join(', ')
}

export function arrearsTold(months: readonly ArrearsMonth[]): string {
  const net = netOf(months)
  const of = months.map(({ month }) => monthName(month)).join(', ')
  return net < 0
    ? `${ksh(-net)} for ${of} will be taken back by the next payrolls.`
    : `Arrears of ${ksh(net)} for ${of} come with the next payroll.`
}
