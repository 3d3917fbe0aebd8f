import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import {
  confirmedSubjects,
  type DetailSubject,
  type MyDetails,
  myDetails,
} from '@mshahara/contract/my-details'
import type { ReactNode } from 'react'
import { type CallForm, useCallForm } from '../lib/form.ts'
import { useTexts, useWords } from '../lib/language.tsx'
import { BankFields } from '../ui/bank-fields.tsx'
import { Card } from '../ui/card.tsx'
import { Face } from '../ui/face.tsx'
import { optional } from '../ui/fields.tsx'
import { PictureUpload } from '../ui/upload.tsx'
import { bankWords } from './bank-words.ts'
import { inOneLine } from './change.tsx'
import classes from './my-details.module.css'
import { detailTexts } from './texts.ts'

type Form = CallForm<typeof myDetails.propose>
const order = ['phone', 'address', 'kin', 'bank', 'photo'] as const

interface Props {
  mine: MyDetails
  onDone: () => void
  /** Back to the proposal as it stands. */
  onCancel?: () => void
}

const blanks = {
  phone: '',
  address: '',
  kin: { name: '', relationship: '', phone: '' },
  bank: { bank_name: '', branch_name: '', account_no: '' },
}

/** What a subject's fields begin with: as proposed, or as on record. */
function startOf(mine: MyDetails, subject: Exclude<DetailSubject, 'photo'>, fresh: boolean) {
  const proposed = mine.proposal?.changes.find((change) => change.subject === subject)?.after
  const values = proposed ?? (fresh ? undefined : mine.held[subject])
  if (!proposed && fresh) return undefined
  const given = Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, value ?? '']),
  )
  return subject === 'phone' || subject === 'address'
    ? (given[subject] ?? '')
    : { ...blanks[subject], ...given }
}

/** Every subject with what is held; only those that are opened are proposed. */
export function ProposalForm({ mine, onDone, onCancel }: Props) {
  const t = useTexts(detailTexts)
  const photo = mine.proposal?.changes.some(({ subject }) => subject === 'photo') ?? false
  const { form, submit, busy } = useCallForm({
    endpoint: myDetails.propose,
    initial: {
      phone: startOf(mine, 'phone', true) as string | undefined,
      address: startOf(mine, 'address', true) as string | undefined,
      kin: startOf(mine, 'kin', true) as (typeof blanks)['kin'] | undefined,
      bank: startOf(mine, 'bank', true) as (typeof blanks)['bank'] | undefined,
      photo: undefined,
      keep_photo: photo,
    },
    long: true,
    done: t.sent,
    onDone,
  })
  const chosen = order.filter((subject) => isChosen(form, subject))
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {order.map((subject) => (
          <Subject key={subject} mine={mine} form={form} subject={subject} />
        ))}
        {chosen.some((subject) => confirmedSubjects.includes(subject)) && (
          <Alert color="blue">{t.needsCode}</Alert>
        )}
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t.cancel}
            </Button>
          )}
          <Button type="submit" loading={busy} disabled={chosen.length === 0}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const isChosen = (form: Form, subject: DetailSubject) =>
  subject === 'photo'
    ? form.values.photo !== undefined || form.values.keep_photo === true
    : form.values[subject] !== undefined

interface SubjectProps {
  mine: MyDetails
  form: Form
  subject: DetailSubject
}

function Subject({ mine, form, subject }: SubjectProps) {
  const t = useTexts(detailTexts)
  const chosen = isChosen(form, subject)
  const toggle = () => {
    if (subject === 'photo') {
      form.setFieldValue('photo', undefined)
      return form.setFieldValue('keep_photo', false)
    }
    form.setFieldValue(subject, (chosen ? undefined : startOf(mine, subject, false)) as never)
    form.clearErrors()
  }
  const what = t[subject].toLowerCase()
  return (
    <Card
      title={t[subject]}
      actions={
        subject === 'photo' && !chosen ? (
          <PickPhoto form={form} />
        ) : (
          <Button
            variant={chosen ? 'subtle' : 'default'}
            aria-label={chosen ? t.leaveWhat({ what }) : t.changeWhat({ what })}
            onClick={toggle}
          >
            {chosen ? t.leave : t.change}
          </Button>
        )
      }
    >
      <Held mine={mine} subject={subject} />
      {chosen && (
        <div className={classes.fields}>
          <Fields mine={mine} form={form} subject={subject} />
        </div>
      )}
    </Card>
  )
}

function Held({ mine, subject }: Omit<SubjectProps, 'form'>) {
  const t = useTexts(detailTexts)
  const { held, pay_by } = mine
  const note: Partial<Record<DetailSubject, ReactNode>> = {
    phone: pay_by === 'mpesa' && t.paidByPhone,
    bank: pay_by === 'bank' && held.bank.account_no && t.paidByBank,
  }
  if (subject === 'photo') {
    return (
      <Face person={{ ...mine, avatar: held.photo.photo ?? null }} size={64} folder="employee" />
    )
  }
  return (
    <div>
      <p className={classes.values}>{inOneLine(subject, held[subject]) || t.none}</p>
      {note[subject] && (
        <Text size="sm" c="dimmed">
          {note[subject]}
        </Text>
      )}
    </div>
  )
}

function Fields({ form, subject }: SubjectProps) {
  const t = useTexts(detailTexts)
  const say = useWords(bankWords)
  if (subject === 'phone') {
    return (
      <TextInput
        label={t.newPhone}
        type="tel"
        autoComplete="tel"
        placeholder="0712 345 678"
        {...form.getInputProps('phone')}
      />
    )
  }
  if (subject === 'address') {
    return <TextInput label={t.newAddress} {...form.getInputProps('address')} />
  }
  if (subject === 'photo') return <ChosenPhoto form={form} />
  if (subject === 'kin') {
    return (
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label={t.name} {...optional} {...form.getInputProps('kin.name')} />
        <TextInput
          label={t.relationship}
          {...optional}
          {...form.getInputProps('kin.relationship')}
        />
        <TextInput label={t.phone} type="tel" {...optional} {...form.getInputProps('kin.phone')} />
      </SimpleGrid>
    )
  }
  const labels = { bank_name: t.bankName, branch_name: t.branch, account_no: t.account }
  return (
    <BankFields
      required
      labels={labels}
      say={say}
      form={{
        values: form.values.bank ?? {},
        getInputProps: (path) => form.getInputProps(`bank.${path}`),
        setFieldValue: (path, value) => form.setFieldValue(`bank.${path}`, value as never),
      }}
    />
  )
}

function PickPhoto({ form }: { form: Form }) {
  const t = useTexts(detailTexts)
  return (
    <PictureUpload
      allowed={t.photoRules}
      onPick={(file) => form.setFieldValue('photo', file as never)}
    >
      {({ onClick }) => (
        <Button variant="default" onClick={onClick}>
          {t.choosePhoto}
        </Button>
      )}
    </PictureUpload>
  )
}

function ChosenPhoto({ form }: { form: Form }) {
  const t = useTexts(detailTexts)
  const { photo } = form.values
  return (
    <Group>
      {photo && <img className={classes.picture} src={photo} alt={t.chosenPhoto} />}
      {!photo && <Text>{t.chosenPhoto}</Text>}
      <PickPhoto form={form} />
      {form.errors.photo && (
        <Text size="sm" c="red">
          {form.errors.photo}
        </Text>
      )}
    </Group>
  )
}
