import { Progress, Text } from '@mantine/core'
import { audienceNames, kindNames, type MassEmail, massEmails } from '@mshahara/contract/mass-email'
import { lazy, Suspense, useState } from 'react'
import { dateTime } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconEye, IconMailForward } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { SlicePage } from '../ui/slice-page.tsx'

const Letter = lazy(() => import('./letter.tsx'))

const facts: Column<MassEmail>[] = [
  { key: 'subject', title: 'Subject', lead: true, render: ({ subject }) => subject },
  { key: 'audience', title: 'Send To', yields: 2, render: (row) => audienceNames[row.audience] },
  { key: 'kind', title: 'Kind', yields: 1, render: ({ kind }) => kindNames[kind] },
  { key: 'by', title: 'Sent By', yields: 2, render: ({ sent_name }) => sent_name },
  {
    key: 'created',
    title: 'Sent On',
    oneLine: true,
    yields: 3,
    render: ({ created_at }) => dateTime(created_at),
  },
  { key: 'progress', title: 'Progress', render: (row) => <HowFar letter={row} /> },
]

const every_ms = 2000

/** Who sent what to how many, and how far it has come. */
export default function LettersSent() {
  const [opened, setOpened] = useState<string | null>(null)
  const view: Column<MassEmail> = {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: ({ id, subject }) => (
      <RowButton icon={IconEye} label={`View ${subject}`} onClick={() => setOpened(id)}>
        View
      </RowButton>
    ),
  }
  return (
    <>
      <SlicePage<MassEmail>
        title="Letters Sent"
        heading={(count) => `Letters (${count})`}
        searchLabel="Search letter"
        endpoint={massEmails.list}
        every_ms={(rows) => rows.some(({ finished_at }) => !finished_at) && every_ms}
        columns={[...facts, view]}
        rowKey={({ id }) => id}
        empty={(searching) => (
          <Empty
            icon={IconMailForward}
            title="No Letters Found"
            text={searching ? 'No letters match your search criteria' : undefined}
          />
        )}
      />
      {opened && (
        <Suspense fallback={null}>
          <Letter id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}

function HowFar({ letter }: { letter: MassEmail }) {
  const { recipients, sent, failed, uncertain, stopped, waiting, subject } = letter
  const rest = [
    ...(failed ? [`${failed} failed`] : []),
    ...(uncertain ? [`${uncertain} uncertain`] : []),
    ...(stopped ? [`${stopped} stopped`] : []),
  ]
  return (
    <div>
      <Text size="sm" className="figures">
        {[`${sent} of ${recipients} sent`, ...rest].join(', ')}
      </Text>
      {waiting > 0 && (
        <Progress
          mt={4}
          animated
          value={((recipients - waiting) / recipients) * 100}
          aria-label={`Progress of ${subject}`}
        />
      )}
    </div>
  )
}
