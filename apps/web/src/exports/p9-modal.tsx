import { Button, Modal, Select, Stack, Text } from '@mantine/core'
import { exports, extensionLabels } from '@mshahara/contract/exports'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { keep, recall } from '../lib/cache.ts'
import { today } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { useMay, useProfile } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { IconMailForward } from '../ui/icons.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Outcome, useByproduct } from './byproduct.tsx'
import { p9Texts } from './texts.ts'

const formats = [
  { value: 'xlsx' as const, label: extensionLabels.xlsx },
  { value: 'pdf' as const, label: extensionLabels.pdf },
]
const about = {
  xlsx: 'The file has a P9 form for each employee, and a summary, for the selected year.',
  pdf: 'The file is a ZIP archive with one PDF for each employee.',
}
const aboutCasual =
  'The P9 form contains the statutory deductions from casual pay in the selected year.'
const askToMail = (year: number) => ({
  title: 'Send P9 forms',
  text: `Do you want to email the P9 form of ${year} to every employee who receives payslips by email? Anyone who has already been sent it is left out.`,
  action: 'Send',
})

type Extension = (typeof formats)[number]['value']

interface Props {
  /** Without either: everybody, in one file. */
  employee_id?: string
  casual_id?: string
  onClose: () => void
}

/** The tax deduction card of a year. */
export default function P9Modal({ employee_id, casual_id, onClose }: Props) {
  useReturnFocus()
  const t = useTexts(p9Texts)
  const current = today().slice(0, 4)
  const underWay = useUnderWay(employee_id ?? casual_id ?? 'all')
  const [left] = useState(underWay.recall)
  const [year, setYear] = useState<string | null>(left?.year ?? current)
  const { data: years } = useRead(exports.years)
  const [extension, setExtension] = useState<Extension>(left?.extension ?? 'xlsx')
  const may = useMay()
  const make = useAct(exports.p9)
  const byproduct = useByproduct(t.done, { job: left?.job, onEnd: underWay.forget })
  const asked = { employee_id: employee_id ?? '', year: Number(year) }
  const choices = (years ?? [Number(current)]).map(String)

  async function download() {
    byproduct.forget()
    const answer = await make.run({ body: { ...asked, casual_id: casual_id ?? '', extension } })
    if (answer?.job_id && !answer.file) underWay.keep({ job: answer.job_id, year, extension })
    if (answer) byproduct.take(answer)
  }

  return (
    <Modal opened onClose={onClose} title={t.title}>
      <Stack gap="md">
        <Select
          label={t.year}
          data={choices}
          value={year}
          onChange={(value) => {
            byproduct.forget()
            setYear(value)
          }}
          clearable
          allowDeselect
          data-autofocus
        />
        <Select
          label={t.format}
          data={formats}
          value={extension}
          onChange={(value) => {
            byproduct.forget()
            setExtension(value ?? 'xlsx')
          }}
        />
        <Text size="sm" c="dimmed">
          {casual_id ? aboutCasual : employee_id ? t.about : about[extension]}
        </Text>
        <Outcome of={byproduct} label={t.writing} />
        {byproduct.working && <CarriesOn />}
        <div className="modal-foot">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          {may(exports.mailCards) && !casual_id && (
            <SendButton asked={asked} ready={year !== null} />
          )}
          <Button
            loading={make.busy || byproduct.working}
            disabled={!year}
            onClick={() => void download()}
          >
            {t.download}
          </Button>
        </div>
      </Stack>
    </Modal>
  )
}

interface Left {
  job: string
  year: string | null
  extension: Extension
}

/** What is still being written, by whom it is for: found again by whoever left or reloaded. */
function useUnderWay(whose: string) {
  const { id, organization_id } = useProfile()
  const name = `p9 ${organization_id} ${id} ${whose}`
  return {
    recall: () => recall<Left | null>(name) ?? undefined,
    keep: (left: Left) => keep(name, left),
    forget: () => keep(name, null),
  }
}

function CarriesOn() {
  return (
    <Text size="sm" c="dimmed">
      {useTexts(p9Texts).carriesOn}
    </Text>
  )
}

interface SendProps {
  asked: { employee_id: string; year: number }
  ready: boolean
}

/** To the person, or after a question to everybody. */
function SendButton({ asked, ready }: SendProps) {
  const mail = useAct(exports.mailCards, {
    ...(asked.employee_id ? {} : { ask: askToMail(asked.year) }),
    notice: ({ message }) => message,
  })
  return (
    <Button
      variant="default"
      leftSection={<IconMailForward size={16} aria-hidden />}
      loading={mail.busy}
      disabled={!ready}
      onClick={() => void mail.run({ body: asked })}
    >
      Send by email
    </Button>
  )
}
