import { useDebouncedValue } from '@mantine/hooks'
import { type ArrearsMonth, employees } from '@mshahara/contract/employees'
import { useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { ArrearsMonths, netOf } from '../ui/arrears-months.tsx'
import { Card } from '../ui/card.tsx'
import type { Section } from './form-values.ts'

/** Once somebody stops typing. */
const pause_ms = 400

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
  return (
    <Card title="Arrears of confirmed months">
      <ArrearsMonths months={data} />
    </Card>
  )
}

export function arrearsTold(months: readonly ArrearsMonth[]): string {
  const net = netOf(months)
  const of = months.map(({ month }) => monthName(month)).join(', ')
  return net < 0
    ? `${ksh(-net)} for ${of} will be taken back by the next payrolls.`
    : `Arrears of ${ksh(net)} for ${of} come with the next payroll.`
}
