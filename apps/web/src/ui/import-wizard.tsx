import { Alert, Button, FileButton, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Endpoint } from '@mshahara/contract/endpoint'
import { type ImportAnswer, type ImportCalls, nothingChanged } from '@mshahara/contract/import'
import { documentMegabytes, documentTooLarge, limits } from '@mshahara/contract/limits'
import type { Job } from '@mshahara/contract/settings'
import { type ReactNode, useState } from 'react'
import { call, refresh, useWrite } from '../lib/api.ts'
import { toast } from '../lib/toast.tsx'
import { Refused, WaitsForSecond } from '../lib/wire.ts'
import { useAct } from './act.ts'
import { IconAlertTriangle, IconDownload, IconFileSpreadsheet } from './icons.ts'
import { Faults, Preview } from './import-tables.tsx'
import classes from './import-wizard.module.css'
import { Progress } from './progress.tsx'
import { useReturnFocus } from './return-focus.ts'
import { saveFile } from './save-file.ts'
import { asDataUrl } from './upload.tsx'

interface Props {
  title: string
  endpoint: ImportCalls['upload']
  template: Endpoint & Pick<ImportCalls['template'], 'response'>
  /** What the template is asked for, such as a month. */
  asked?: Record<string, string>
  /** The first step, where the template is more than headings. */
  first?: string
  /** What has to be corrected, as a sheet. */
  faults: ImportCalls['faults']
  /** Shown once every row is in. */
  done: string
  /** Shown elsewhere before it is saved, instead of saved here. */
  take?: { label: string; run: (answer: ImportAnswer) => void }
  onClose: () => void
  onDone?: () => void
}

/** Choosing a file, waiting for the dry run, reviewing it, or watching the import. */
type Step =
  | { at: 'choose'; refusal?: string[] }
  | { at: 'reading'; name: string }
  | { at: 'checked'; name: string; file: string; answer: ImportAnswer }
  | { at: 'working'; job: string }

/** A spreadsheet on its way in: template, dry run, one confirmation, progress. */
export default function ImportWizard(props: Props) {
  const { title, endpoint, faults, done, onClose, onDone } = props
  useReturnFocus()
  const isPhone = useMediaQuery('(max-width: 599.98px)')
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const write = useWrite(endpoint, { quiet: [422] })

  async function check(file: File) {
    if (file.size > limits.documentBytes) {
      return setStep({ at: 'choose', refusal: [documentTooLarge] })
    }
    setStep({ at: 'reading', name: file.name })
    try {
      const url = await asDataUrl(file)
      const input = { query: { dry: '1' }, body: { file: url } } as const
      const { data } = await call(endpoint, input, { quiet: [422] })
      setStep({ at: 'checked', name: file.name, file: url, answer: data })
    } catch (error) {
      setStep({ at: 'choose', refusal: refusalOf(error) })
    }
  }

  async function confirm(file: string) {
    try {
      const { data } = await write.run({ body: { file } })
      if (data.job_id) setStep({ at: 'working', job: data.job_id })
      else finish(data.message)
    } catch (error) {
      // The notice has said it: somebody else has to agree to the whole of it.
      if (error instanceof WaitsForSecond) onClose()
      if (error instanceof Refused) setStep({ at: 'choose', refusal: refusalOf(error) })
    }
  }

  function finish(told: string) {
    toast('success', told)
    void refresh()
    onDone?.()
    onClose()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={step.at === 'checked' ? 900 : 'lg'}
      fullScreen={isPhone}
      closeOnClickOutside={step.at === 'choose'}
    >
      {step.at === 'choose' && (
        <Choose {...props} refusal={step.refusal} onPick={(file) => void check(file)} />
      )}
      {step.at === 'reading' && <Reading name={step.name} />}
      {step.at === 'checked' && (
        <Outcome
          {...step}
          {...{ faults, onClose }}
          take={props.take}
          busy={write.busy}
          onPick={(file) => void check(file)}
          onConfirm={() => void confirm(step.file)}
        />
      )}
      {step.at === 'working' && (
        <Working {...{ title, done, onClose }} job={step.job} onDone={finish} />
      )}
    </Modal>
  )
}

const isUnchanged = (result: unknown) => {
  const { created, updated } = result as Pick<ImportAnswer, 'created' | 'updated'>
  return created + updated === 0
}

const accept = '.xlsx,.xls'

interface ChooseProps extends Pick<Props, 'template' | 'asked' | 'first'> {
  refusal?: string[]
  onPick: (file: File) => void
}

const usualFirst =
  'Download the template. Its drop-downs hold your own lists, and its second sheet shows examples.'

function Choose({ template, asked, first = usualFirst, refusal, onPick }: ChooseProps) {
  const [over, setOver] = useState(false)
  return (
    <Stack>
      {refusal && refusal.length > 0 && (
        <Alert
          color="red"
          role="alert"
          tabIndex={-1}
          ref={focusHere}
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="This file was not accepted, and nothing was changed"
        >
          {refusal.map((sentence) => (
            <div key={sentence}>{sentence}</div>
          ))}
        </Alert>
      )}
      <ol className={classes.steps}>
        <li>{first}</li>
        <li>Fill it in from row 2 on, or use a spreadsheet of your own with the same headings.</li>
        <li>Choose the file. You will see what would happen before anything is saved.</li>
      </ol>
      <Template template={template} asked={asked} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same. */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file) onPick(file)
        }}
      >
        <IconFileSpreadsheet size={34} stroke={1.4} aria-hidden />
        <Text size="sm">Drop a spreadsheet here, or</Text>
        <FileButton accept={accept} onChange={(file) => file && onPick(file)}>
          {(props) => <Button {...props}>Choose file</Button>}
        </FileButton>
        <Text size="xs" c="dimmed">
          .xlsx or .xls, up to {documentMegabytes} MB and {limits.importRows.toLocaleString('en')}{' '}
          rows
        </Text>
      </div>
    </Stack>
  )
}

function Template({ template, asked }: Pick<Props, 'template' | 'asked'>) {
  const { run, busy } = useAct(template)
  return (
    <Download busy={busy} fetch={() => run(asked ? { query: asked } : {})}>
      Download template
    </Download>
  )
}

interface DownloadProps {
  busy: boolean
  fetch: () => Promise<{ name: string; file: string } | undefined>
  children: ReactNode
}

function Download({ busy, fetch, children }: DownloadProps) {
  async function download() {
    const sheet = await fetch()
    if (sheet) saveFile(sheet)
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download()}
      style={{ alignSelf: 'flex-start' }}
    >
      {children}
    </Button>
  )
}

const Reading = ({ name }: { name: string }) => (
  <Stack align="center" py={64} role="status">
    <Loader />
    <Text size="sm">Reading {name} …</Text>
  </Stack>
)

interface OutcomeProps extends Pick<Props, 'faults' | 'take' | 'onClose'> {
  name: string
  file: string
  answer: ImportAnswer
  busy: boolean
  onPick: (file: File) => void
  onConfirm: () => void
}

function Outcome(props: OutcomeProps) {
  const { name, file, faults, answer, busy, take, onPick, onConfirm, onClose } = props
  const refusals = useAct(faults)
  const rows = answer.rows.toLocaleString('en')
  const refused = answer.fault_count > 0
  function go() {
    if (!take) return onConfirm()
    take.run(answer)
    onClose()
  }
  return (
    <Stack>
      <div role="status" tabIndex={-1} ref={focusHere} className={classes.outcome}>
        <Text fw={600} className={classes.value}>
          {name}
        </Text>
        <Text size="sm" c={refused ? 'var(--mantine-color-error)' : undefined}>
          {answer.message}
        </Text>
      </div>
      {refused ? <Faults answer={answer} /> : <Preview answer={answer} />}
      <div className="modal-foot">
        {refused && (
          <Download busy={refusals.busy} fetch={() => refusals.run({ body: { file } })}>
            Download rows to correct
          </Download>
        )}
        <FileButton accept={accept} onChange={(file) => file && onPick(file)}>
          {(props) => (
            <Button variant={refused ? 'filled' : 'default'} disabled={busy} {...props}>
              Choose another file
            </Button>
          )}
        </FileButton>
        {!refused && (
          <Button loading={busy} onClick={go}>
            {take?.label ?? `Upload ${rows} ${answer.rows === 1 ? 'row' : 'rows'}`}
          </Button>
        )}
      </div>
    </Stack>
  )
}

interface WorkingProps {
  job: string
  title: string
  done: string
  onDone: (told: string) => void
  onClose: () => void
}

function Working({ job, title, done, onDone, onClose }: WorkingProps) {
  const end = ({ result }: Job) => onDone(isUnchanged(result) ? nothingChanged : done)
  return (
    <Stack>
      <div tabIndex={-1} ref={focusHere} className={classes.outcome}>
        <Progress job={job} label={`${title}: rows uploaded`} onDone={end} />
      </div>
      <Text size="sm" c="dimmed">
        You can close this window. The upload continues, and you are notified when it finishes.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

/** The focused button is gone: keyboard users carry on from here. */
const focusHere = (place: HTMLElement | null) => place?.focus({ preventScroll: true })

/** What to show above the choice; other failures have already been shown. */
function refusalOf(error: unknown): string[] {
  if (error instanceof DOMException) return ['This file could not be opened.']
  if (!(error instanceof Refused) || error.status !== 422) return []
  const sentences = Object.values(error.fields).flat()
  return sentences.length > 0 ? sentences : [error.message]
}
