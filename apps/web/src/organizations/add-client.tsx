import { SimpleGrid, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { clients } from '@mshahara/contract/clients'
import { limits } from '@mshahara/contract/limits'
import type { CallForm } from '../lib/form.ts'
import { BankFields } from '../ui/bank-fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Figure } from '../ui/money.tsx'
import { blankOrganization } from './blank.ts'
import { ClientFields } from './client-fields.tsx'

const blank = {
  ...blankOrganization,
  trial: limits.trialMonthsOperator as number,
  user: { first_name: '', last_name: '', email: '', phone: '', role: 'primary' as const },
}

type Form = CallForm<typeof clients.create>

/** A new organisation on trial, and the primary user who is invited. */
export default function AddClient({ onClose }: { onClose: () => void }) {
  return (
    <FormModal
      endpoint={clients.create}
      title="Add Organization"
      action="Submit"
      size="xl"
      long
      initial={blank}
      done="Organization created successfully"
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="lg">
          <ClientFields form={form} />
          <Figure
            label="Trial Period"
            description="In months"
            maw={200}
            {...form.getInputProps('trial')}
          />
          <BankFields form={form} />
          <Deductions form={form} />
          <Primary form={form} />
        </Stack>
      )}
    </FormModal>
  )
}

const deductions = [
  ['paye', 'Deduct PAYE'],
  ['nhif', 'Deduct SHIF'],
  ['nssf', 'Deduct NSSF'],
  ['housing', 'Deduct Housing Levy'],
  ['nita', 'Deduct NITA'],
] as const

function Deductions({ form }: { form: Form }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm">
      {deductions.map(([flag, label]) => (
        <Switch key={flag} label={label} {...form.getInputProps(flag, { type: 'checkbox' })} />
      ))}
    </SimpleGrid>
  )
}

function Primary({ form }: { form: Form }) {
  return (
    <Stack gap="sm" role="group" aria-labelledby="primary-user">
      <div>
        <Title order={3} id="primary-user">
          Primary user
        </Title>
        <Text size="sm" c="dimmed">
          Invited by email, with full rights in the organization.
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="First Name" {...form.getInputProps('user.first_name')} />
        <TextInput label="Last Name" {...form.getInputProps('user.last_name')} />
        <TextInput label="Email" type="email" {...form.getInputProps('user.email')} />
        <TextInput label="Phone" type="tel" {...form.getInputProps('user.phone')} />
      </SimpleGrid>
    </Stack>
  )
}
