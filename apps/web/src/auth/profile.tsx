import {
  ActionIcon,
  Button,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core'
import { auth, type Profile as Person } from '@mshahara/contract/auth'
import { useState } from 'react'
import { refresh } from '../lib/api.ts'
import { date, fullName, words } from '../lib/format.ts'
import { useProfile } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { Detail } from '../ui/detail.tsx'
import { Face } from '../ui/face.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCamera, IconPencil } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Tag } from '../ui/status.tsx'
import { PictureUpload } from '../ui/upload.tsx'
import { CurrentPassword, usePasswordForm } from './current-password.tsx'
import { NewPassword } from './new-password.tsx'
import { OwnOrganization } from './own-organization.tsx'
import { afterPasswordChange } from './password-changed.ts'
import classes from './profile.module.css'

type Open = 'edit' | 'code' | null

export default function Profile() {
  const profile = useProfile()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Page
      title="My Profile"
      actions={
        <Button
          leftSection={<IconPencil size={16} aria-hidden />}
          variant="default"
          onClick={() => setOpen('edit')}
        >
          Edit Profile
        </Button>
      }
    >
      <section className={`card ${classes.head}`} aria-label="About you">
        <Photo profile={profile} />
        <Stack gap="md" flex={1} miw={0}>
          <Group gap="sm">
            <Title order={2} fz={22}>
              {fullName(profile)}
            </Title>
            <Tag tone="green">{words(profile.role)}</Tag>
          </Group>
          <Detail
            items={[
              ['Phone', profile.phone],
              ['Email', profile.email],
              ['Joined', date(profile.created_at)],
            ]}
          />
          {profile.pending_email && (
            <Text size="sm" c="dimmed">
              {profile.pending_email} is waiting for its code.{' '}
              <Button variant="subtle" size="compact-sm" onClick={() => setOpen('code')}>
                Enter the code
              </Button>
            </Text>
          )}
        </Stack>
      </section>
      <Password id={profile.id} />
      <OwnOrganization />
      {open === 'edit' && (
        <EditProfile profile={profile} onClose={close} onCode={() => setOpen('code')} />
      )}
      {open === 'code' && profile.pending_email && (
        <ConfirmEmail email={profile.pending_email} onClose={close} />
      )}
    </Page>
  )
}

function Photo({ profile }: { profile: Person }) {
  const update = useAct(auth.updateAvatar, { notice: 'Profile picture updated successfully' })
  return (
    <div className={classes.photo}>
      <Face person={profile} size={150} />
      <PictureUpload
        allowed="JPEG, JPG, PNG (Max: 2MB)"
        onPick={(file) => void update.run({ body: { file } })}
      >
        {(props) => (
          <Tooltip label="Change photo">
            <ActionIcon
              {...props}
              className={classes.camera}
              radius="50%"
              size={40}
              loading={update.busy}
              aria-label="Change photo"
            >
              <IconCamera size={20} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </PictureUpload>
    </div>
  )
}

function Password({ id }: { id: string }) {
  const { form, submit, busy, question } = usePasswordForm({
    id,
    onDone: () => afterPasswordChange(id),
  })
  return (
    <Card title="Change Password">
      <form onSubmit={submit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
            <NewPassword form={form} />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              Update Password
            </Button>
          </Group>
        </Stack>
      </form>
      {question}
    </Card>
  )
}

interface EditProps {
  profile: Person
  onClose: () => void
  onCode: () => void
}

function EditProfile({ profile, onClose, onCode }: EditProps) {
  const { first_name, last_name, phone, email } = profile
  return (
    <FormModal
      endpoint={auth.updateProfile}
      title="Edit Profile"
      action="Save Changes"
      initial={{ first_name, last_name, phone: phone ?? '', email, current_password: '' }}
      done="Profile updated successfully"
      onClose={onClose}
      onDone={async ({ data }) => {
        await refresh()
        if (data.pending_email) onCode()
      }}
    >
      {(form) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="First Name" data-autofocus {...form.getInputProps('first_name')} />
            <TextInput label="Last Name" {...form.getInputProps('last_name')} />
          </SimpleGrid>
          <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
          <TextInput
            label="Email"
            type="email"
            description="A new address is used once you enter the code sent to it."
            {...form.getInputProps('email')}
          />
          {form.values.email.trim() !== email && <CurrentPassword form={form} />}
        </>
      )}
    </FormModal>
  )
}

function ConfirmEmail({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <FormModal
      endpoint={auth.confirmEmail}
      title="Confirm your new email"
      action="Confirm"
      size="sm"
      initial={{ otp: '' }}
      done="Profile updated successfully"
      onClose={onClose}
      onDone={refresh}
    >
      {(form) => (
        <>
          <Text size="sm">We sent a code to {email}. Enter it to start using this address.</Text>
          <TextInput
            label="OTP Code"
            data-autofocus
            autoComplete="one-time-code"
            {...form.getInputProps('otp')}
          />
        </>
      )}
    </FormModal>
  )
}
