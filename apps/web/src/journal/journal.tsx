import { Button } from '@mantine/core'
import { type JournalEntry, journal } from '@mshahara/contract/journal'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { Card } from '../ui/card.tsx'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCalculator, IconDownload } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Tag } from '../ui/status.tsx'
import { ExportModal } from './export-modal.tsx'
import { useMonth } from './month-pick.tsx'
import { Unmapped } from './unmapped.tsx'

const columns: Column<JournalEntry>[] = [
  { key: 'number', title: 'No.', oneLine: true, render: ({ number }) => `MSH-${number}` },
  {
    key: 'title',
    title: 'Entry',
    lead: true,
    link: ({ id }) => `/journal-entry/${id}`,
    render: ({ title }) => title,
  },
  { key: 'day', title: 'Date', oneLine: true, yields: 2, render: ({ day }) => date(day) },
  { key: 'state', title: 'State', yields: 1, render: (entry) => <State entry={entry} /> },
  { ...amountColumn('amount', 'Amount', ({ amount }: JournalEntry) => amount), tail: true },
]

/** Every act of a month that moved money or what is owed. */
export default function Journal() {
  const { month, pick } = useMonth()
  const [exporting, setExporting] = useState(false)
  const read = useRead(journal.month, { params: { month } }, { keep: true })
  const entries = read.data?.entries
  return (
    <Page
      title="Journal"
      subtitle="An entry for every payroll, payment and loan, made with it and never changed"
      actions={
        <>
          {pick}
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={!entries?.some(({ growing }) => !growing)}
            onClick={() => setExporting(true)}
          >
            Export
          </Button>
        </>
      }
    >
      <Unmapped names={read.data?.unmapped ?? []} />
      <Card title={monthName(month)} flush>
        <DataTable
          label="Journal"
          columns={columns}
          rows={entries}
          rowKey={({ id }) => id}
          loading={read.isPending}
          failed={read.isError}
          onRetry={() => void read.refetch()}
          empty={
            <Empty
              icon={IconCalculator}
              title="No Entries Yet"
              text="They appear here once a payroll of the month is confirmed."
            />
          }
        />
      </Card>
      {exporting && <ExportModal month={month} onClose={() => setExporting(false)} />}
    </Page>
  )
}

function State({ entry }: { entry: JournalEntry }) {
  const { growing, mirrors, mirrored_by } = entry
  if (growing) return <Tag>Open until tonight</Tag>
  if (mirrors !== null) return `Takes back MSH-${mirrors}`
  return mirrored_by === null ? '' : `Taken back by MSH-${mirrored_by}`
}
