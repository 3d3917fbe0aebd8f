import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { type CasualPayrollListed, casualPayrolls, daysOf } from '@mshahara/contract/casual-payroll'
import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { date, today } from '../lib/format.ts'
import { useAdding } from '../lib/round-trip.ts'
import { useMay } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { amountColumn, indexColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import Day from '../ui/day.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCalendar } from '../ui/icons.ts'
import type { NumberCard } from '../ui/number-cards.tsx'
import { lastColumns, RunList, type RunWords, runByColumn } from '../ui/run-list.tsx'
import { skippedWords } from './skipped.ts'
import { weekOf, weekToPay } from './weeks.ts'

const columns: Column<CasualPayrollListed>[] = [
  indexColumn,
  {
    key: 'code',
    title: 'Payroll No',
    lead: true,
    link: ({ id }) => `/payroll/casual/${id}`,
    render: ({ code }) => code,
  },
  runByColumn,
  { key: 'from', title: 'From', render: ({ from }) => date(from) },
  { key: 'to', title: 'To', render: ({ to }) => date(to) },
  { key: 'days', title: 'Days', align: 'right', yields: 3, render: ({ days }) => days },
  { key: 'people', title: 'People', align: 'right', yields: 2, render: ({ count }) => count },
  { ...amountColumn('net', 'NET', ({ net }: CasualPayrollListed) => net), yields: 3 },
  ...lastColumns((id) => `/payroll/casual/${id}`),
]

const words = {
  title: 'Casual Payrolls Management',
  subtitle: 'Manage and view all casual worker payrolls',
  add: 'Add Casual Payroll',
  empty: 'Start by creating your first casual payroll',
  cards: [
    'All casual payrolls in the system',
    'Confirmed casual payrolls',
    'Draft casual payrolls',
  ],
} satisfies RunWords

export default function CasualPayrolls() {
  const mayAdd = useMay()(casualPayrolls.create)
  const adding = useAdding(mayAdd)
  const read = useRead(casualPayrolls.list)
  return (
    <RunList
      words={words}
      read={read}
      columns={columns}
      current={ofThisWeek}
      period={({ from, to }) => [date(from), date(to)]}
      onAdd={mayAdd ? adding.add : undefined}
    >
      {adding.adding && read.data && <Create runs={read.data} onClose={adding.cancel} />}
    </RunList>
  )
}

function ofThisWeek(runs: readonly CasualPayrollListed[]): NumberCard {
  const week = weekOf(today())
  const count = runs.filter(({ from }) => from >= week.from && from <= week.to).length
  return ['Current Week', count, 'Payrolls for current week', IconCalendar]
}

interface Creating {
  runs: readonly CasualPayrollListed[]
  onClose: () => void
}

function Create({ runs, onClose }: Creating) {
  const navigate = useNavigate()
  const { data } = useRead(casualPayrolls.nextNo)
  return (
    <FormModal
      endpoint={casualPayrolls.create}
      title="Create New Casual Payroll"
      action="Create Payroll"
      initial={{ ...weekToPay(runs, today()) }}
      done="Payroll created successfully"
      onClose={onClose}
      onDone={({ data: made }) => {
        const left = skippedWords(made)
        if (left) toast('info', left)
        return navigate({ to: `/payroll/casual/${made.id}` })
      }}
    >
      {(form) => {
        const { from, to } = form.values
        const field = (key: 'from' | 'to') => ({
          ...form.getInputProps(key),
          value: form.values[key] || null,
          onChange: (day: string | null) => form.setFieldValue(key, day ?? ''),
        })
        const days = from && to && to >= from ? String(daysOf(from, to)) : ''
        return (
          <>
            <Text size="sm" c="dimmed">
              Create a new casual payroll for the selected date range. The payroll code will be
              generated automatically.
            </Text>
            <TextInput
              label="Payroll Code"
              description="Automatically generated code"
              readOnly
              variant="filled"
              value={data?.next ?? ''}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <Day
                label="From Date"
                allowDeselect={false}
                placeholder="Select a day"
                {...field('from')}
              />
              <Day
                label="To Date"
                allowDeselect={false}
                placeholder="Select a day"
                {...field('to')}
              />
            </SimpleGrid>
            <TextInput
              label="Total Days"
              description="Automatically calculated based on date range"
              readOnly
              variant="filled"
              value={days}
            />
          </>
        )
      }}
    </FormModal>
  )
}
