import {
  Alert,
  FileInput,
  List,
  Select,
  SimpleGrid,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { Answer } from '@mshahara/contract/endpoint'
import { leaveTypes } from '@mshahara/contract/leave'
import { leaveRequests } from '@mshahara/contract/leave-requests'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import type { CallForm } from '../lib/form.ts'
import { date, today } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import Day from '../ui/day.tsx'
import { optional } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { DayLines } from './day-lines.tsx'
import { PersonField } from './person-field.tsx'
import { attachmentOf } from './shrink.ts'
import { leaveTexts } from './texts.ts'
import { holidayName, inDays, typeName } from './words.ts'

type Form = CallForm<typeof leaveRequests.create>
type Counted = Answer<typeof leaveRequests.count>

interface Props {
  /** For staff, who choose the employee; otherwise it is one's own. */
  staff?: boolean
  onClose: () => void
}

const blank = {
  employee_id: '',
  leave_type_id: '',
  start_date: '',
  end_date: '',
  half_start: false,
  half_end: false,
  reason: '',
  cover_employee_id: '',
  attachment: '',
}

export function NewRequest({ staff, onClose }: Props) {
  const t = useTexts(leaveTexts)
  return (
    <FormModal
      endpoint={leaveRequests.create}
      title={t.ask}
      action={t.submit}
      size="lg"
      initial={blank}
      done={t.created}
      onClose={onClose}
    >
      {(form) => <Fields form={form} staff={staff ?? false} />}
    </FormModal>
  )
}

function Fields({ form, staff }: { form: Form; staff: boolean }) {
  const t = useTexts(leaveTexts)
  const { employee_id: own } = useProfile()
  // Maternity leave is offered to women, paternity leave to men.
  const employee_id = (staff ? form.values.employee_id : own) || undefined
  const query = employee_id ? { employee_id } : {}
  const { data: types } = useRead(leaveTypes.list, { query }, { keep: true })
  const field = (name: 'employee_id' | 'cover_employee_id') => ({
    value: String(form.values[name] ?? ''),
    onChange: (id: string) => form.setFieldValue(name, id as never),
    error: form.errors[name],
  })
  const active = (types ?? []).filter(({ is_active }) => is_active)
  const type = active.find(({ id }) => id === form.values.leave_type_id)
  return (
    <>
      {staff && <PersonField label="Employee" required autoFocus {...field('employee_id')} />}
      <Select
        label={t.type}
        withAsterisk
        searchable
        data-autofocus={!staff || undefined}
        placeholder={t.selectType}
        data={active.map((one) => ({ value: one.id, label: typeName(one) }))}
        {...form.getInputProps('leave_type_id')}
        value={type?.id ?? null}
        onChange={(id) => form.setFieldValue('leave_type_id', id ?? '')}
      />
      <Days form={form} />
      {type?.half_days !== false && <Halves form={form} />}
      <Count form={form} staff={staff} />
      <Textarea
        label={t.reason}
        autosize
        minRows={2}
        maxRows={6}
        {...optional}
        {...form.getInputProps('reason')}
      />
      <PersonField label={t.coveredBy} optional {...field('cover_employee_id')} />
      <Attachment form={form} />
    </>
  )
}

/** An end before the start is put right, and said so. */
function Days({ form }: { form: Form }) {
  const t = useTexts(leaveTexts)
  const set = (name: 'start_date' | 'end_date', day: string | null) => {
    const start = name === 'start_date' ? day : form.values.start_date
    const end = name === 'end_date' ? day : form.values.end_date
    form.setFieldValue(name, day ?? '')
    if (!start || !end || end >= start) return
    if (name === 'end_date') toast('error', t.endBeforeStart)
    form.setFieldValue('end_date', start)
  }
  const field = (name: 'start_date' | 'end_date') => ({
    ...form.getInputProps(name),
    value: form.values[name] || null,
    onChange: (day: string | null) => set(name, day),
    withAsterisk: true,
    placeholder: t.selectDay,
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Day label={t.startDate} {...field('start_date')} />
      <Day
        label={t.endDate}
        defaultDate={form.values.start_date || today()}
        {...field('end_date')}
      />
    </SimpleGrid>
  )
}

function Halves({ form }: { form: Form }) {
  const t = useTexts(leaveTexts)
  const one = form.values.start_date !== '' && form.values.start_date === form.values.end_date
  const half = (name: 'half_start' | 'half_end', label: string) => (
    <Switch
      label={label}
      checked={form.values[name] === true}
      onChange={(event) => form.setFieldValue(name, event.currentTarget.checked)}
      error={form.errors[name]}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {half('half_start', one ? t.halfDay : t.halfFirst)}
      {!one && half('half_end', t.halfLast)}
    </SimpleGrid>
  )
}

/** The server counts, and says what speaks against it before it is sent. */
function Count({ form, staff }: { form: Form; staff: boolean }) {
  const t = useTexts(leaveTexts)
  const { employee_id, leave_type_id, start_date, end_date, half_start, half_end } = form.values
  const complete = Boolean(
    leave_type_id && start_date && end_date && end_date >= start_date && (!staff || employee_id),
  )
  const body = { employee_id, leave_type_id, start_date, end_date, half_start, half_end }
  const { data } = useRead(leaveRequests.count, { body }, { enabled: complete, keep: true })
  const shown = complete ? data : undefined
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t.days} variant="filled" readOnly value={shown ? shown.days : 0} />
        <TextInput
          label={t.remaining}
          variant="filled"
          readOnly
          value={(shown?.balances ?? [])
            .map(({ year, remaining }) => t.remainingIn({ days: inDays(remaining), year }))
            .join(', ')}
        />
      </SimpleGrid>
      {shown && <DayLines lines={shown.lines} />}
      {shown && <Remarks count={shown} />}
      {shown?.attachment && !form.values.attachment && (
        <Alert color="blue" role="status">
          {t.attachmentNeeded}
        </Alert>
      )}
    </>
  )
}

function Attachment({ form }: { form: Form }) {
  const t = useTexts(leaveTexts)
  const [file, setFile] = useState<File | null>(null)
  async function pick(next: File | null) {
    setFile(next)
    const url = next ? await attachmentOf(next).catch(() => '') : ''
    if (next && !url) toast('error', t.unreadable)
    form.setFieldValue('attachment', url)
  }
  return (
    <FileInput
      label={t.attachment}
      description={t.formats}
      placeholder={t.chooseFile}
      accept=".jpeg,.png,.jpg,.pdf,image/jpeg,image/png,application/pdf"
      clearable
      clearButtonProps={{ 'aria-label': t.removeFile }}
      {...optional}
      value={file}
      onChange={(next) => void pick(next)}
      error={form.errors.attachment}
    />
  )
}

/** What the count rests on, and what speaks against it. */
function Remarks({ count: { estimates, issues } }: { count: Counted }) {
  const t = useTexts(leaveTexts)
  return (
    <>
      {estimates.map(({ name, day }) => (
        <Alert key={day} color="blue" role="status">
          {t.estimate({ name: holidayName(name), day: date(day) })}
        </Alert>
      ))}
      {issues.length > 0 && (
        <Alert color="yellow" role="status">
          <List size="sm">
            {issues.map(({ sentence }) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  )
}
