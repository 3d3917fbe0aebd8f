import { Progress as Bar, Group, Stack, Text } from '@mantine/core'
import { type Job, settings } from '@mshahara/contract/settings'
import { useEffect } from 'react'
import { useRead } from '../lib/api.ts'

interface Props {
  job: string
  label: string
  onDone?: (job: Job) => void
  onFailed?: (job: Job) => void
}

const ended = (job: Job | undefined) => job?.state === 'done' || job?.state === 'failed'

/** One that is not known any more will never be done. */
const known = (job: Job | null | undefined, id: string): Job | undefined =>
  job === null
    ? { id, name: '', state: 'failed', done: 0, total: 0, result: null, error: null }
    : job

/** The progress of a long job, which carries on when the person leaves the screen. */
export function Progress({ job: id, label, onDone, onFailed }: Props) {
  const call = { params: { id } }
  const { data } = useRead(settings.job, call, {
    every_ms: (answer) => (ended(known(answer, id)) ? false : 1000),
  })
  const job = known(data, id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the job has ended.
  useEffect(() => {
    if (job?.state === 'done') onDone?.(job)
    if (job?.state === 'failed') onFailed?.(job)
  }, [job?.state])
  const share = job?.total ? Math.round((job.done / job.total) * 100) : 0
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" className="figures">
          {job ? `${job.done} of ${job.total}` : ''}
        </Text>
      </Group>
      <Bar
        value={job?.state === 'done' ? 100 : share}
        animated={!ended(job)}
        color={job?.state === 'failed' ? 'red' : 'brand'}
        aria-label={label}
      />
      {job?.state === 'failed' && <Failed job={job} />}
    </Stack>
  )
}

/** Why a job has ended without what was asked for. */
export const Failed = ({ job }: { job: Job }) => (
  <Text size="sm" c="var(--mantine-color-error)" role="alert">
    {job.error ?? 'This did not finish. Please try again.'}
  </Text>
)
