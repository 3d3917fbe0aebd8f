import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type CasualPayrollListed, casualPayrolls, daysOf } from '@mshahara/contract/casual-payroll'
import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { date, today } from '../lib/format.ts'
import { useAdding } from '../lib/round-trip.ts'
import { useMay } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { amountColumn, createdColumn, indexColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import Day from '../ui/day.tsx'
import { Empty } from '../ui/empty.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import {
  IconCalendar,
  IconCash,
  IconCircleCheck,
  IconEye,
  IconPencil,
  IconPlus,
} from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { type NumberCard, NumberCards } from '../ui/number-cards.tsx'
import { RowLink } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import { skippedWords } from './skipped.ts'
import { lastWeek, weekOf } from './weeks.ts'

const runBy = ({ user }: CasualPayrollListed) => `${user.first_name} ${user.last_name}`.trim()

const columns: Column<CasualPayrollListed>[] = [
  indexColumn,
  {
    key: 'code',
    title: 'Payroll No',
    lead: true,
    link: ({ id }) => `/payroll/casual/${id}`,
    render: ({ code }) => <span className="figures">{code}</span>,
  },
  { key: 'by', title: 'Run By', yields: 2, render: runBy },
  { key: 'from', title: 'From', oneLine: true, render: ({ from }) => date(from) },
  { key: 'to', title: 'To', oneLine: true, render: ({ to }) => date(to) },
  { key: 'days', title: 'Days', align: 'right', yields: 3, render: ({ days }) => days },
  { key: 'people', title: 'People', align: 'right', yields: 2, render: ({ count }) => count },
  { ...amountColumn('net', 'NET', ({ net }: CasualPayrollListed) => net), yields: 3 },
  { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
  createdColumn,
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: ({ id, code }) => (
      <RowLink to={`/payroll/casual/${id}`} icon={IconEye} label={`View details of ${code}`}>
        View Details
      </RowLink>
    ),
  },
]

export default function CasualPayrolls() {
  const read = useRead(casualPayrolls.list)
  const may = useMay()
  const adding = useAdding(may(casualPayrolls.create))
  const button = may(casualPayrolls.create) && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={adding.add}>
      Add Casual Payroll
    </Button>
  )
  return (
    <>
      <ListPage
        title="Casual Payrolls Management"
        subtitle="Manage and view all casual worker payrolls"
        heading={(count) => `Payrolls (${count})`}
        actions={button}
        above={<Cards payrolls={read.data ?? []} />}
        read={read}
        loadingText="Loading payroll data..."
        columns={columns}
        rowKey={({ id }) => id}
        search={{
          label: 'Search payroll',
          text: (run) =>
            [run.code, runBy(run), date(run.from), date(run.to), run.status].join('\n'),
        }}
        numbered
        empty={(searching) => (
          <Empty
            icon={IconCash}
            title="No Payrolls Found"
            text={
              searching
                ? 'No payrolls match your search criteria'
                : 'Start by creating your first casual payroll'
            }
            action={!searching && button}
          />
        )}
      />
      {adding.adding && <Create onClose={adding.cancel} />}
    </>
  )
}

function Cards({ payrolls }: { payrolls: CasualPayrollListed[] }) {
  const week = weekOf(today())
  const count = (wanted: (payroll: CasualPayrollListed) => boolean) =>
    payrolls.filter(wanted).length
  const cards: NumberCard[] = [
    ['Total Payrolls', payrolls.length, 'All casual payrolls in the system', IconCash],
    [
      'Confirmed',
      count(({ status }) => status === 'confirmed'),
      'Confirmed casual payrolls',
      IconCircleCheck,
    ],
    ['Draft', count(({ status }) => status === 'draft'), 'Draft casual payrolls', IconPencil],
    [
      'Current Week',
      count(({ from }) => from >= week.from && from <= week.to),
      'Payrolls for current week',
      IconCalendar,
    ],
  ]
  return <NumberCards cards={cards} />
}

function Create({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { data } = useRead(casualPayrolls.nextNo)
  return (
    <FormModal
      endpoint={casualPayrolls.create}
      title="Create New Casual Payroll"
      action="Create Payroll"
      initial={{ ...lastWeek(today()) }}
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
              <Day label="From Date" placeholder="Select a day" {...field('from')} />
              <Day label="To Date" placeholder="Select a day" {...field('to')} />
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
