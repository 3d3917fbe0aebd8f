import { Button, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { errorWords } from '@mshahara/contract/errors'
import { organizations } from '@mshahara/contract/organizations'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { type CallForm, useCallForm } from '../lib/form.ts'
import { renewSession, signOut, useMaybeProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { BankFields } from '../ui/bank-fields.tsx'
import { Confirmation } from '../ui/confirm.tsx'
import { optional } from '../ui/fields.tsx'
import { Panel } from '../ui/panel.tsx'
import { blankOrganization } from './blank.ts'
import { ContactFields } from './client-fields.tsx'
import Invitations from './invitations.tsx'
import { useSwitch } from './switch.ts'

export default function CreateOrganization() {
  const profile = useMaybeProfile()
  const [another, setAnother] = useState(false)
  if (profile?.deactivated && !another) {
    return <Deactivated name={profile.deactivated} onAnother={() => setAnother(true)} />
  }
  return (
    <Panel
      title="Register Organization"
      text="Tell us about the employer you run payroll for. You can change all of this later."
      width={760}
    >
      <Invited />
      <Register />
      <Confirmation />
    </Panel>
  )
}

/** Whose only organisation is switched off reads why there is nothing to see. */
function Deactivated({ name, onAnother }: { name: string; onAnother: () => void }) {
  const leave = useLeave()
  return (
    <Panel title="Organization deactivated" text={errorWords.deactivated({ organization: name })}>
      <Invited />
      <Group justify="space-between">
        <Button variant="default" onClick={leave}>
          Log Out
        </Button>
        <Button variant="subtle" onClick={onAnother}>
          Register another organization
        </Button>
      </Group>
      <Confirmation />
    </Panel>
  )
}

function useLeave() {
  const navigate = useNavigate()
  return async () => {
    await signOut()
    toast('success', 'Logout Successful')
    await navigate({ to: '/logout' })
  }
}

/** Somebody asked to join an employer need not register one. */
function Invited() {
  const { data: memberships } = useRead(auth.memberships)
  const switchTo = useSwitch()
  const invited = memberships?.filter(({ status }) => status === 'invited') ?? []
  if (invited.length === 0) return null
  return (
    <Stack gap="xs">
      <Text size="sm">You have been invited. Accept, or register an organization of your own.</Text>
      <Invitations invited={invited} onAccepted={switchTo} />
    </Stack>
  )
}

function Register() {
  const navigate = useNavigate()
  const { form, submit, busy } = useCallForm({
    endpoint: organizations.register,
    initial: { ...blankOrganization, trial: 2 },
    done: 'Organization created successfully',
    onDone: async ({ data }) => {
      await renewSession(data.id)
      await navigate({ to: '/dashboard' })
    },
  })
  const leave = useLeave()
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xl">
        <Contact form={form} />
        <Statutory form={form} />
        <Bank form={form} />
        <Group justify="space-between">
          <Button variant="default" onClick={leave}>
            Log Out
          </Button>
          <Button type="submit" loading={busy}>
            Add Organization
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Form = { form: CallForm<typeof organizations.register> }
const columns = { base: 1, sm: 2 }

function Contact({ form }: Form) {
  return (
    <Stack gap="sm">
      <Title order={2}>Contact</Title>
      <SimpleGrid cols={columns}>
        <TextInput label="Name" autoFocus {...form.getInputProps('name')} />
        <TextInput label="Address" {...form.getInputProps('address')} />
        <ContactFields form={form} />
      </SimpleGrid>
    </Stack>
  )
}

function Statutory({ form }: Form) {
  return (
    <Stack gap="sm">
      <Title order={2}>Statutory numbers</Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label="PIN No" {...form.getInputProps('pin_no')} />
        <TextInput label="SHIF No" {...optional} {...form.getInputProps('nhif_no')} />
        <TextInput label="NSSF No" {...optional} {...form.getInputProps('nssf_no')} />
      </SimpleGrid>
    </Stack>
  )
}

function Bank({ form }: Form) {
  return (
    <Stack gap="sm">
      <Title order={2}>Bank</Title>
      <BankFields form={form} />
    </Stack>
  )
}
