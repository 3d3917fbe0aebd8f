import { Button, Modal } from '@mantine/core'
import {
  type BookedLine,
  type JournalEntryDetail,
  type JournalSlip,
  journal,
} from '@mshahara/contract/journal'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, dateTime, ksh } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { Card } from '../ui/card.tsx'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Detail } from '../ui/detail.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCalculator, IconDownload, IconListDetails } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { RowButton } from '../ui/row-action.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { ExportModal } from './export-modal.tsx'
import { Unmapped } from './unmapped.tsx'
import { side } from './words.ts'

const back = { label: 'Back to the journal', to: '/journal' }

export default function Entry() {
  const id = useParam('id')
  const { data: entry, isPending } = useRead(journal.entry, { params: { id } })
  if (entry) return <Shown entry={entry} />
  return (
    <Page title="Journal Entry" back={back}>
      {isPending ? (
        <HeadSkeleton label="Loading the entry" />
      ) : (
        <div className="card">
          <Empty icon={IconCalculator} title="There is no such entry" />
        </div>
      )}
    </Page>
  )
}

const runPath = (kind: string) => (kind === 'casual' ? '/payroll/casual' : '/payroll')

function Shown({ entry }: { entry: JournalEntryDetail }) {
  const [looking, setLooking] = useState<BookedLine | null>(null)
  const [exporting, setExporting] = useState(false)
  const unmapped = entry.lines.filter(({ account }) => account === null).map(({ label }) => label)
  const month = entry.day.slice(0, 7)
  return (
    <Page
      title={`Entry MSH-${entry.number}`}
      subtitle={entry.title}
      back={{ ...back, to: `/journal?month=${month}` }}
      actions={
        <>
          {entry.run && (
            <Button
              variant="default"
              component={Link}
              to={`${runPath(entry.run.kind)}/${entry.run.id}`}
            >
              Open Payroll
            </Button>
          )}
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={entry.growing}
            onClick={() => setExporting(true)}
          >
            Export
          </Button>
        </>
      }
    >
      <Unmapped names={[...new Set(unmapped)]} />
      <Card title="Entry">
        <Detail items={factsOf(entry)} />
      </Card>
      <Card title="Lines" flush>
        <DataTable
          label="Lines"
          columns={columnsOf(setLooking)}
          rows={entry.lines}
          rowKey={({ line, nature, department_id, cost_centre_id }) =>
            `${line} ${nature} ${department_id} ${cost_centre_id}`
          }
          empty={<Empty icon={IconCalculator} title="Nothing is left of it" />}
          footer={{ label: 'Total', debit: side(entry.amount), credit: side(entry.amount) }}
        />
      </Card>
      {looking && <Slips id={entry.id} line={looking} onClose={() => setLooking(null)} />}
      {exporting && (
        <ExportModal month={month} entry={entry.id} onClose={() => setExporting(false)} />
      )}
    </Page>
  )
}

function factsOf(entry: JournalEntryDetail): [string, string][] {
  const facts: [string, string][] = [
    ['Date', date(entry.day)],
    ['Made', dateTime(entry.created_at)],
    ['Amount', ksh(entry.amount)],
  ]
  if (entry.mirrors !== null) facts.push(['Takes Back', `MSH-${entry.mirrors}`])
  if (entry.mirrored_by !== null) facts.push(['Taken Back By', `MSH-${entry.mirrored_by}`])
  return facts
}

const columnsOf = (look: (line: BookedLine) => void): Column<BookedLine>[] => [
  { key: 'label', title: 'Line', lead: true, render: ({ label }) => label },
  {
    key: 'account',
    title: 'Account',
    yields: 2,
    render: ({ account }) => (account ? `${account.code} ${account.name}` : 'None yet'),
  },
  {
    key: 'department',
    title: 'Department',
    yields: 1,
    render: ({ department, cost_centre }) =>
      [department, cost_centre].filter(Boolean).join(', ') || null,
  },
  amountColumn('debit', 'Debit', ({ debit }) => debit, side),
  amountColumn('credit', 'Credit', ({ credit }) => credit, side),
  {
    key: 'actions',
    title: 'Payslips',
    actions: true,
    render: (line) =>
      line.slips && (
        <RowButton
          label={`Payslips behind ${line.label}`}
          icon={IconListDetails}
          onClick={() => look(line)}
        >
          Payslips
        </RowButton>
      ),
  },
]

const slipColumns: Column<JournalSlip>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: ({ no, name }) => `${name} (${no})`,
  },
  amountColumn('debit', 'Debit', ({ debit }) => debit, side),
  amountColumn('credit', 'Credit', ({ credit }) => credit, side),
]

/** Who a line comes from. */
function Slips({ id, line, onClose }: { id: string; line: BookedLine; onClose: () => void }) {
  useReturnFocus()
  const read = useRead(journal.slips, {
    params: { id },
    query: {
      line: line.line,
      department_id: line.department_id ?? '',
      cost_centre_id: line.cost_centre_id ?? '',
    },
  })
  return (
    <Modal opened onClose={onClose} title={line.label} size="lg">
      <DataTable
        label="Payslips"
        columns={slipColumns}
        rows={read.data ?? undefined}
        rowKey={({ slip_id }) => slip_id}
        loading={read.isPending}
        failed={read.isError}
        onRetry={() => void read.refetch()}
        empty={<Empty icon={IconCalculator} title="No payslips are behind this line" />}
      />
    </Modal>
  )
}
