import { Alert, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Employee, employees } from '@mshahara/contract/employees'
import {
  finalDuesInput,
  type LeavingAnswer,
  type LeavingRecord,
  leaving,
} from '@mshahara/contract/leaving'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { dateTime, fullName, today } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { IconAlertTriangle, IconInfoCircle } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Choices } from './choices.tsx'
import { DuesTable } from './dues-table.tsx'
import { DuesTerms, type Terms } from './dues-terms.tsx'
import { FinalRun } from './final-run.tsx'
import { LumpSum } from './lump-sum.tsx'
import { Papers } from './papers.tsx'

/** One screen for somebody who leaves: why and when, what it comes to, its run and its papers. */
export default function FinalDues() {
  const id = useParam('id')
  const { data: employee, isPending } = useRead(employees.get, { params: { id } })
  const { data: answer } = useRead(leaving.get, { params: { id } })
  return (
    <Page
      title="Final Dues"
      tab={employee ? `Final Dues: ${fullName(employee)}` : 'Final Dues'}
      subtitle={employee ? fullName(employee) : ' '}
      back={{ label: 'Back to the employee', to: `/employee/${id}` }}
      actions={answer && <Choices settings={answer.settings} />}
    >
      {isPending && <Waiting />}
      {employee && answer && <Dues key={employee.id} employee={employee} answer={answer} />}
    </Page>
  )
}

function startOf({ termination_date, status }: Employee, { settings }: LeavingAnswer): Terms {
  return {
    last_day: termination_date ?? today(),
    reason: status === 'terminated' ? 'dismissed' : 'resigned',
    notice: 'served',
    notice_unit: 'days',
    notice_count: 28,
    notice_served: 0,
    leave_days: 0,
    severance_days: 15,
    severance_divisor: settings.severance_divisor as Terms['severance_divisor'],
    service_pay: false,
    gratuity_percent: 0,
    exempt_reason: settings.exempt_reason,
    years: [],
    lines: [],
  }
}

/** What was entered, without who entered it. */
const keptOf = ({
  recorded_by: _,
  created_at: __,
  moved: ___,
  paid: ____,
  ...terms
}: LeavingRecord) => terms as Terms

interface Props {
  employee: Employee
  answer: LeavingAnswer
}

function Dues({ employee, answer }: Props) {
  const { record, run } = answer
  const [terms, setTerms] = useState(() => (record ? keptOf(record) : startOf(employee, answer)))
  const [settled] = useDebouncedValue(terms, 250)
  const change = (part: Partial<Terms>) => setTerms((now) => ({ ...now, ...part }))
  const checked = finalDuesInput.safeParse(settled)
  const { data: dues } = useRead(
    leaving.dues,
    { params: { id: employee.id }, body: settled as never },
    { enabled: checked.success, keep: true },
  )
  const locked = record?.paid === true
  return (
    <Stack gap="lg">
      <Told answer={answer} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Stack gap="lg">
          <Card title="Terms">
            <fieldset disabled={locked} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
              <DuesTerms
                terms={terms}
                change={change}
                faults={faultsIn(checked.error)}
                employed={employee.employment_date}
                leave_left={dues?.leave_left}
              />
            </fieldset>
            <Keep employee={employee} answer={answer} terms={terms} onUndone={setTerms} />
          </Card>
          {record && <FinalRun employee={employee} record={record} run={run} />}
          <Papers employee={employee} recorded={record !== null} />
        </Stack>
        {dues && checked.success && (
          <Stack gap="lg">
            <DuesTable dues={dues} terms={terms} change={locked ? null : change} />
            {dues.lump_sum.amount > 0 && (
              <LumpSum dues={dues} terms={terms} change={change} locked={locked} />
            )}
          </Stack>
        )}
      </SimpleGrid>
    </Stack>
  )
}

/** What is kept so far, and what follows from it. */
function Told({ answer: { record } }: Pick<Props, 'answer'>) {
  if (record?.moved) {
    return (
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
        The employee's record has another last day by now. Save this again with the right day, or
        undo it.
      </Alert>
    )
  }
  return (
    <Alert variant="light" icon={<IconInfoCircle size={18} aria-hidden />}>
      {record
        ? `Recorded by ${record.recorded_by}, ${dateTime(record.created_at)}. Pay up to the last day comes with the month's payroll; the final payroll pays what is listed here. After the last day the person still sees their own payslips and P9, and nothing else.`
        : "Pay up to the last day comes with the month's payroll. This works out what is paid on top of it; nothing is saved until you save it, and nobody is notified."}
    </Alert>
  )
}

interface KeepProps extends Props {
  terms: Terms
  onUndone: (terms: Terms) => void
}

/** Saving records the last day; undoing puts back the one from before. */
function Keep({ employee, answer, terms, onUndone }: KeepProps) {
  const { record } = answer
  const may = useMay()
  const params = { id: employee.id }
  const save = useAct(leaving.record, { notice: 'Leaving saved successfully' })
  const undo = useAct(leaving.undo, {
    ask: {
      title: 'Undo Leaving',
      text: 'The record of leaving and its draft payroll go away, and the employee has the last day from before.',
      action: 'Undo',
      danger: true,
    },
    notice: 'Leaving undone',
  })
  if (!may(leaving.record) || record?.paid) return null
  return (
    <Group mt="lg" justify="flex-end">
      {record && (
        <Button
          variant="default"
          loading={undo.busy}
          onClick={async () => {
            if (await undo.run({ params })) {
              onUndone({ ...startOf(employee, answer), last_day: today() })
            }
          }}
        >
          Undo Leaving
        </Button>
      )}
      <Button
        loading={save.busy}
        disabled={!finalDuesInput.safeParse(terms).success}
        onClick={() => void save.run({ params, body: terms as never })}
      >
        {record ? 'Save Changes' : 'Save Leaving'}
      </Button>
    </Group>
  )
}

type Fault = NonNullable<ReturnType<typeof finalDuesInput.safeParse>['error']>

/** The first of each field. */
function faultsIn(error: Fault | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) found[path.join('.')] ??= message
  return found
}
