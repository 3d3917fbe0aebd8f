import {
  Box,
  Button,
  FileInput,
  Group,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { pictureMegabytes } from '@mshahara/contract/limits'
import {
  type Audience,
  audienceNames,
  type Counted,
  kindNames,
  type MassEmailKind,
  massEmails,
  mostFiles,
  nameMark,
} from '@mshahara/contract/mass-email'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import type { Body, CallForm } from '../lib/form.ts'
import { useAct } from '../ui/act.ts'
import { noteBelow } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconSend, IconUpload } from '../ui/icons.ts'
import { asDataUrl, pictures } from '../ui/upload.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { addresses } from './addresses.ts'
import { LetterFrame } from './letter-frame.tsx'

const RichText = lazy(() => import('../ui/rich-text.tsx'))

type Values = Body<typeof massEmails.send>
type Form = CallForm<typeof massEmails.send>
type Counts = Record<Audience, Counted> | null | undefined

const initial: Values = { audience: 'all', kind: 'news', subject: '', message: '', files: [] }

const optionsOf = <K extends string>(names: Record<K, string>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }))

const reachOf = (counts: Counts, { audience = 'all', kind }: Values) => {
  if (!counts) return undefined
  const { addresses: all, unsubscribed, organizations } = counts[audience]
  const left = kind === 'news' ? unsubscribed : 0
  return { count: all - left, left, organizations }
}

/** What is written here goes out in the background; the list of letters shows how far it is. */
export default function SendMassEmail({ onClose }: { onClose: () => void }) {
  const { data: counts } = useRead(massEmails.audience)
  const navigate = useNavigate()
  return (
    <FormModal
      endpoint={massEmails.send}
      title="Send Mass Email"
      action="Send"
      size="xl"
      long
      initial={initial}
      ask={async (values) => {
        const reach = reachOf(counts, values)
        return {
          title: 'Send Mass Email',
          text: `Send this letter to ${addresses(reach?.count ?? 0)}? It cannot be called back.`,
          action: 'Send',
        }
      }}
      done="Mass email sent successfully"
      onDone={() => navigate({ to: '/mass-emails' })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Select
            label="Send To:"
            data={optionsOf(audienceNames)}
            allowDeselect={false}
            data-autofocus
            description={<Reach counts={counts} values={form.values} />}
            {...noteBelow}
            {...form.getInputProps('audience')}
          />
          <Kind form={form} />
          <TextInput label="Email Subject:" {...form.getInputProps('subject')} />
          <Message form={form} />
          <Along form={form} />
        </>
      )}
    </FormModal>
  )
}

function Reach({ counts, values }: { counts: Counts; values: Values }) {
  const reach = reachOf(counts, values)
  if (!reach) return <>&nbsp;</>
  const { count, left, organizations } = reach
  const of = organizations === 1 ? '1 organization' : `${organizations} organizations`
  const out = left ? ` ${left} unsubscribed and left out.` : ''
  return <span role="status">{`${addresses(count)} in ${of}.${out}`}</span>
}

const notes: Record<MassEmailKind, string> = {
  news: 'Has an Unsubscribe link and leaves out anyone who has used it.',
  service: 'Goes to everyone and has no such link: prices, terms, planned interruptions.',
}

const Kind = ({ form }: { form: Form }) => (
  <Radio.Group label="Kind of Letter:" {...form.getInputProps('kind')}>
    <Stack gap={8} mt={4}>
      {optionsOf(kindNames).map(({ value, label }) => (
        <Radio
          key={value}
          value={value}
          label={label}
          description={notes[value as MassEmailKind]}
        />
      ))}
    </Stack>
  </Radio.Group>
)

/** Of the list, or of one in it. */
const errorOf = ({ errors }: Form) =>
  Object.entries(errors).find(([field]) => /^files\b/.test(field))?.[1]

/** Pictures are shown below the message, PDFs attached. */
function Along({ form }: { form: Form }) {
  const [picked, setPicked] = useState<File[]>([])
  async function pick(files: File[]) {
    setPicked(files)
    const read = async (file: File) => ({ filename: file.name, file: await asDataUrl(file) })
    form.setFieldValue('files', (await Promise.all(files.map(read))) as never)
  }
  return (
    <FileInput
      label="Pictures and attachments (optional)"
      placeholder="Choose files"
      description={`Pictures are shown below the message, PDFs attached: up to ${mostFiles}, ${pictureMegabytes} MB each.`}
      {...noteBelow}
      multiple
      clearable
      clearButtonProps={{ 'aria-label': 'Remove the files' }}
      accept={[...pictures, 'application/pdf'].join(',')}
      leftSection={<IconUpload size={16} aria-hidden />}
      value={picked}
      onChange={(files) => void pick(files)}
      error={errorOf(form)}
    />
  )
}

function NameNote() {
  return (
    <Text size="sm" c="dimmed" mt={6}>
      {`${nameMark} becomes the recipient's first name, in the subject too: "Dear ${nameMark},".`}
    </Text>
  )
}

/** Written, or looked at as it will arrive. The editor stays, with its place in the text. */
function Message({ form }: { form: Form }) {
  const preview = useAct(massEmails.preview)
  const test = useAct(massEmails.test, { notice: ({ message }) => message })
  const [seen, setSeen] = useState<{ html: string } | null>(null)
  const show = async (what: string) => {
    setSeen(null)
    if (what === 'Preview' && !form.validate().hasErrors) {
      setSeen((await preview.run({ body: form.values })) ?? null)
    }
  }
  const sendTest = () => form.validate().hasErrors || test.run({ body: form.values })
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label="Show"
          data={['Write', 'Preview']}
          value={seen ? 'Preview' : 'Write'}
          onChange={show}
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconSend size={15} aria-hidden />}
          loading={test.busy}
          onClick={sendTest}
        >
          Send me a test
        </Button>
      </Group>
      {seen && (
        <>
          <Text size="sm" fw={550}>
            {form.values.subject}
          </Text>
          <LetterFrame html={seen.html} title="The letter as it will arrive" />
        </>
      )}
      <Box display={seen ? 'none' : undefined}>
        <Suspense fallback={<Waiting />}>
          <RichText
            label="Message:"
            path="message"
            value={form.values.message}
            onChange={(html) => form.setFieldValue('message', html as never)}
            error={form.errors.message}
          />
        </Suspense>
        <NameNote />
      </Box>
    </Stack>
  )
}
