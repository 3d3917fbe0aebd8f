import { Group } from '@mantine/core'
import { desk, type FailedJob } from '@mshahara/contract/desk'
import { dateTime } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCheck, IconCircleCheck, IconRefresh } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { SlicePage } from '../ui/slice-page.tsx'
import { Enter } from './enter.tsx'

const columns: Column<FailedJob>[] = [
  { key: 'name', title: 'Job', lead: true, render: ({ name }) => name },
  {
    key: 'organization',
    title: 'Organization',
    render: ({ organization }) => organization?.name ?? 'The platform',
  },
  { key: 'person', title: 'Started by', yields: 2, render: ({ person }) => person ?? 'The clock' },
  { key: 'error', title: 'What went wrong', yields: 3, render: ({ error }) => error ?? '—' },
  {
    key: 'created_at',
    title: 'Created',
    oneLine: true,
    yields: 1,
    render: ({ created_at }) => dateTime(created_at),
  },
  { key: 'actions', title: 'Actions', actions: true, render: (job) => <Actions job={job} /> },
]

function Actions({ job: { id, name, organization, again } }: { job: FailedJob }) {
  const settle = useAct(desk.settleJob, { notice: ({ message }) => message })
  const run = (act: 'again' | 'leave') => void settle.run({ params: { id }, body: { act } })
  return (
    <Group gap={6} wrap="nowrap">
      {again && (
        <RowButton
          icon={IconRefresh}
          label={`Start ${name} again`}
          busy={settle.busy}
          onClick={() => run('again')}
        >
          Start again
        </RowButton>
      )}
      <RowButton
        icon={IconCheck}
        label={`Set ${name} aside`}
        busy={settle.busy}
        onClick={() => run('leave')}
      >
        Set aside
      </RowButton>
      {organization && <Enter organization={organization} />}
    </Group>
  )
}

/** Background work that was given up. */
export default function FailedJobs() {
  return (
    <SlicePage<FailedJob>
      title="Failed Jobs"
      endpoint={desk.jobs}
      heading={(count) => `Failed jobs (${count})`}
      columns={columns}
      rowKey={({ id }) => id}
      searchLabel="Search failed jobs"
      empty={(searching) => (
        <Empty
          icon={IconCircleCheck}
          title={searching ? 'No job matches your search' : 'No job has failed'}
        />
      )}
    />
  )
}
