import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { isBankType } from '@mshahara/contract/bank-layouts'
import {
  type Byproduct,
  type ExportAnswer,
  type ExportNote,
  exports,
  extensionLabels,
} from '@mshahara/contract/exports'
import type { Job } from '@mshahara/contract/settings'
import { useState } from 'react'
import { refresh } from '../lib/api.ts'
import { dateTime, signedKsh } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { useMay } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { IconAlertTriangle, IconFileDownload, IconInfoCircle } from '../ui/icons.ts'
import { Failed, Progress } from '../ui/progress.tsx'
import { Status } from '../ui/status.tsx'
import { Warnings } from '../ui/warnings.tsx'
import { p9Texts } from './texts.ts'

/** What becomes of an export: progress while a job runs, then the file and whom it leaves out. */

type State = { job: string } | { answer: ExportAnswer } | { failed: Job } | null

interface Options {
  /** One that was left while it was being written. */
  job?: string | undefined
  /** Nothing is being written any more: it is done, has failed, or is of no interest now. */
  onEnd?: () => void
}

/** All that makes files share this: whatever becomes of one, the next can be asked for. */
export function useByproduct(done: string, { job, onEnd }: Options = {}) {
  const [state, setState] = useState<State>(job ? { job } : null)
  const become = (next: State) => {
    if (!next || !('job' in next)) onEnd?.()
    setState(next)
  }
  function take(answer: ExportAnswer) {
    if (!answer.file) return become(answer.job_id ? { job: answer.job_id } : null)
    become({ answer })
    toast('success', done)
    save(answer.file.address)
  }
  function end(ended: Job) {
    if (ended.state === 'failed') return become({ failed: ended })
    void refresh()
    take(ended.result as ExportAnswer)
  }
  const working = state !== null && 'job' in state
  return { state, working, take, end, forget: () => become(null) }
}

/** Saved under its own name; a window that opens by itself would be blocked (A15). */
function save(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

interface Props {
  of: Pick<ReturnType<typeof useByproduct>, 'state' | 'end'>
  label: string
}

export function Outcome({ of: { state, end }, label }: Props) {
  const t = useTexts(p9Texts)
  if (!state) return null
  if ('job' in state) {
    return <Progress job={state.job} label={label} onDone={end} onFailed={end} />
  }
  if ('failed' in state) return <Failed job={state.failed} />
  const { file, rows, total, notes, warnings } = state.answer
  return (
    <Stack gap="sm" aria-live="polite">
      {file && (
        <Text size="sm">
          <Anchor href={file.address} download inherit fw={600} underline="always">
            <IconFileDownload size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> {t.open}
          </Anchor>{' '}
          <span className="figures">{t.people({ rows, total: signedKsh(total) })}</span>
        </Text>
      )}
      <Warnings of={warnings} />
      {notes.map((note) => (
        <Note key={note.title} note={note} />
      ))}
    </Stack>
  )
}

/** One file that was made: what it is and comes to, in which state, by whom and when. */
export function ByproductLine({ file, label }: { file: Byproduct; label: string }) {
  const { extension, address, state, total, withdrawn_at, withdrawn_by, made_by, created_at } = file
  const format = extensionLabels[extension as keyof typeof extensionLabels] ?? extension
  const words = `${label} (${format})`
  return (
    <Group gap="xs">
      {withdrawn_at ? (
        <Text size="sm" c="dimmed" td="line-through">
          {words}
        </Text>
      ) : (
        <Anchor href={address} download size="sm" underline="always">
          {words}
        </Anchor>
      )}
      {total !== null && (
        <Text size="sm" className="figures">
          {signedKsh(total)}
        </Text>
      )}
      {(withdrawn_at || state) && <Status value={withdrawn_at ? 'withdrawn' : (state ?? '')} />}
      <Text size="sm" c="dimmed">
        {`${dateTime(created_at)}, ${made_by}${withdrawn_by ? `; marked as not used by ${withdrawn_by}` : ''}`}
      </Text>
      {!withdrawn_at && isBankType(file.type) && <NotUsed id={file.id} />}
    </Group>
  )
}

/** A bank file claims the people in it; one that nobody took to the bank lets them go. */
function NotUsed({ id }: { id: string }) {
  const may = useMay()
  const { run, busy } = useAct(exports.notUsed, {
    ask: {
      title: 'Mark as Not Used',
      text:
        'Only mark it if nobody has taken this file to the bank: the people in it can then be paid another way. If the ' +
        'bank has it, they would be paid twice.',
      action: 'Not Used',
      danger: true,
    },
    notice: ({ message }) => message,
  })
  if (!may(exports.notUsed)) return null
  return (
    <Button variant="default" size="xs" loading={busy} onClick={() => void run({ params: { id } })}>
      Mark as Not Used
    </Button>
  )
}

const shownPeople = 10

function Note({ note }: { note: ExportNote }) {
  const { title, left_out, count, people } = note
  const Icon = left_out ? IconAlertTriangle : IconInfoCircle
  const heading = left_out ? `Left out (${count}): ${title}` : `${title} (${count})`
  return (
    <Alert
      color={left_out ? 'yellow' : 'blue'}
      variant="light"
      title={heading}
      icon={<Icon size={18} aria-hidden />}
    >
      <List size="sm" spacing={2}>
        {people.slice(0, shownPeople).map(({ employee_no, name, amount: sum }) => (
          <List.Item key={employee_no}>
            {`${name} (${employee_no}), `}
            <span className="figures">{signedKsh(sum)}</span>
          </List.Item>
        ))}
      </List>
      {count > shownPeople && <Text size="sm" mt={4}>{`and ${count - shownPeople} more`}</Text>}
    </Alert>
  )
}
