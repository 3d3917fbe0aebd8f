import { Alert, SimpleGrid, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Employee, employees } from '@mshahara/contract/employees'
import { finalDuesInput, leaving } from '@mshahara/contract/leaving'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { fullName, today } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { Card } from '../ui/card.tsx'
import { IconInfoCircle } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { DuesTable } from './dues-table.tsx'
import { DuesTerms, type Terms } from './dues-terms.tsx'
import { LumpSum } from './lump-sum.tsx'

/** Before anybody is told: what leaving on a day would come to. Nothing is kept. */
export default function FinalDues() {
  const id = useParam('id')
  const { data: employee, isPending } = useRead(employees.get, { params: { id } })
  return (
    <Page
      title="Final Dues"
      tab={employee ? `Final Dues: ${fullName(employee)}` : 'Final Dues'}
      subtitle={employee ? fullName(employee) : ' '}
      back={{ label: 'Back to the employee', to: `/employee/${id}` }}
    >
      {isPending && <Waiting />}
      {employee && <Dues key={employee.id} employee={employee} />}
    </Page>
  )
}

const startOf = ({ termination_date, status }: Employee): Terms => ({
  last_day: termination_date ?? today(),
  reason: status === 'terminated' ? 'dismissed' : 'resigned',
  notice: 'served',
  notice_unit: 'days',
  notice_count: 28,
  notice_served: 0,
  leave_days: 0,
  severance_days: 15,
  severance_divisor: 26,
  service_pay: false,
  gratuity_percent: 0,
  years: [],
})

function Dues({ employee }: { employee: Employee }) {
  const [terms, setTerms] = useState(() => startOf(employee))
  const [settled] = useDebouncedValue(terms, 250)
  const change = (part: Partial<Terms>) => setTerms((now) => ({ ...now, ...part }))
  const checked = finalDuesInput.safeParse(settled)
  const { data: dues } = useRead(
    leaving.dues,
    { params: { id: employee.id }, body: settled as never },
    { enabled: checked.success, keep: true },
  )
  return (
    <Stack gap="lg">
      <Alert variant="light" icon={<IconInfoCircle size={18} aria-hidden />}>
        Pay up to the last day comes with the month's payroll. This works out what is paid on top of
        it; nothing is saved, and nobody is notified.
      </Alert>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Card title="Terms">
          <DuesTerms
            terms={terms}
            change={change}
            faults={faultsIn(checked.error)}
            employed={employee.employment_date}
          />
        </Card>
        {dues && checked.success && (
          <Stack gap="lg">
            <DuesTable dues={dues} />
            {dues.lump_sum.amount > 0 && <LumpSum dues={dues} terms={terms} change={change} />}
          </Stack>
        )}
      </SimpleGrid>
    </Stack>
  )
}

type Fault = NonNullable<ReturnType<typeof finalDuesInput.safeParse>['error']>

/** The first of each field. */
function faultsIn(error: Fault | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) found[path.join('.')] ??= message
  return found
}
