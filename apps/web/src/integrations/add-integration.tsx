import { Alert, PasswordInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import {
  byBankFile,
  companyCodeBank,
  integrations,
  noBankAccount,
  passwordDays,
  payingBanks,
} from '@mshahara/contract/integrations'
import { lazy, Suspense } from 'react'
import { refresh, useRead } from '../lib/api.ts'
import type { CallForm } from '../lib/form.ts'
import { today } from '../lib/format.ts'
import { Detail } from '../ui/detail.tsx'
import { noteBelow, optional } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconInfoCircle } from '../ui/icons.ts'
import { Available } from './available.tsx'
import { untilTested } from './shown.ts'

const Day = lazy(() => import('../ui/day.tsx'))

export interface Payer {
  id: string
  name: string
  bank_name: string | null
  bank_code: string | null
}
type Form = CallForm<typeof integrations.save>

const methods = [
  { value: 'bank', label: 'BANK' },
  { value: 'mpesa', label: 'MPESA' },
]

const daysFromNow = (days: number) =>
  new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)

interface Props {
  organization: Payer
  onClose: () => void
}

/** The operator gives an organisation a way to pay. What is entered here is never shown again. */
export default function AddIntegration({ organization, onClose }: Props) {
  const { data } = useRead(
    integrations.list,
    { params: { id: organization.id } },
    { every_ms: untilTested },
  )
  return (
    <FormModal
      endpoint={integrations.save}
      title="Add Payment Integration"
      action="Submit"
      size="lg"
      long
      initial={{
        organization_id: organization.id,
        type: 'bank',
        consumer_key: '',
        consumer_secret: '',
        meta: {
          company_code: '',
          initiator_name: '',
          initiator_password: '',
          short_code: '',
          password_expires_on: daysFromNow(passwordDays),
        },
      }}
      done="Bank Integration successfully updated"
      onDone={refresh}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm" c="dimmed">
            {organization.name}
          </Text>
          {data && data.length > 0 && <Available list={data} />}
          <Select
            label="Payment Method"
            data={methods}
            allowDeselect={false}
            data-autofocus
            {...form.getInputProps('type')}
          />
          {form.values.type === 'bank' && <Bank organization={organization} />}
          <Keys form={form} />
          {form.values.type === 'mpesa' && <Initiator form={form} />}
          {form.values.type === 'bank' && organization.bank_code === companyCodeBank && (
            <TextInput
              label="Company Code"
              placeholder="KE0010001"
              autoComplete="off"
              {...form.getInputProps('meta.company_code')}
            />
          )}
        </>
      )}
    </FormModal>
  )
}

/** Of the organisation; and why it may be of no use here. */
function Bank({ organization: { bank_name, bank_code } }: { organization: Payer }) {
  const obstacle = !bank_name
    ? noBankAccount
    : payingBanks.includes(bank_code ?? '')
      ? undefined
      : byBankFile(bank_name)
  return (
    <Stack gap="sm">
      <Detail
        items={[
          ['Bank Name', bank_name],
          ['Bank Code', bank_code],
        ]}
      />
      {obstacle && (
        <Alert icon={<IconInfoCircle size={18} aria-hidden />} variant="light">
          {obstacle}
        </Alert>
      )}
    </Stack>
  )
}

/** No browser should keep these, nor offer others that it has kept. */
const secret = { autoComplete: 'new-password' }

const Keys = ({ form }: { form: Form }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    <PasswordInput label="Consumer Key" {...secret} {...form.getInputProps('consumer_key')} />
    <PasswordInput label="Consumer Secret" {...secret} {...form.getInputProps('consumer_secret')} />
  </SimpleGrid>
)

function Initiator({ form }: { form: Form }) {
  const ends = form.values.meta as { password_expires_on?: string | null } | undefined
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label="Initiator Name"
        autoComplete="off"
        {...form.getInputProps('meta.initiator_name')}
      />
      <PasswordInput
        label="Initiator Password"
        {...secret}
        {...form.getInputProps('meta.initiator_password')}
      />
      <TextInput
        label="Short Code"
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('meta.short_code')}
      />
      <Suspense fallback={null}>
        <Day
          label="Password expires on"
          clearable
          description="M-PESA passwords expire after 90 days."
          {...noteBelow}
          {...optional}
          {...form.getInputProps('meta.password_expires_on')}
          value={ends?.password_expires_on || null}
          onChange={(day) => form.setFieldValue('meta.password_expires_on', (day ?? '') as never)}
        />
      </Suspense>
    </SimpleGrid>
  )
}
