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
import { pictureMegabytes } from '@mshahara/contract/limits'
import { Suspense, useState } from 'react'
import { refresh } from '../lib/api.ts'
import { date, fullName, words } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { KeepCard } from '../offline/index.ts'
import { FactorsCard, OwnFactorFields, usePasskeyAnswer } from '../second-factor/index.ts'
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
import { LanguageRadios } from './language-radios.tsx'
import { NewPassword } from './new-password.tsx'
import { OwnOrganization } from './own-organization.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { afterPasswordChange } from './password-changed.ts'
import classes from './profile.module.css'
import { useSwitchLanguage } from './switch-language.ts'
import { authTexts } from './texts.ts'

type Open = 'edit' | 'code' | null

export default function Profile() {
  const profile = useProfile()
  const t = useLaterTexts(authTexts)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Page
      title={t.profile}
      actions={
        <Button
          leftSection={<IconPencil size={16} aria-hidden />}
          variant="default"
          onClick={() => setOpen('edit')}
        >
          {t.editProfile}
        </Button>
      }
    >
      <section className={`card ${classes.head}`} aria-label={t.aboutYou}>
        <Photo profile={profile} />
        <Stack gap="md" flex={1} miw={0}>
          <Group gap="sm">
            <Title order={2} fz={22}>
              {fullName(profile)}
            </Title>
            <Tag tone="green">{profile.role === 'employee' ? t.employee : words(profile.role)}</Tag>
          </Group>
          <Detail
            items={[
              [t.phone, profile.phone],
              [t.emailShort, profile.email],
              [t.joined, date(profile.created_at)],
            ]}
          />
          {profile.pending_email && (
            <Text size="sm" c="dimmed">
              {t.waitingForCode({ email: profile.pending_email })}{' '}
              <Button variant="subtle" size="compact-sm" onClick={() => setOpen('code')}>
                {t.enterCode}
              </Button>
            </Text>
          )}
        </Stack>
      </section>
      {profile.employee_id && <Language />}
      {profile.employee_id && (
        <Suspense fallback={null}>
          <KeepCard />
        </Suspense>
      )}
      <Password id={profile.id} />
      <Suspense fallback={null}>
        <FactorsCard />
      </Suspense>
      <OwnSessions />
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

function Language() {
  const t = useLaterTexts(authTexts)
  return (
    <Card title={t.language}>
      <Group justify="space-between">
        <Text size="sm">{t.languageText}</Text>
        <LanguageRadios onPick={useSwitchLanguage()} />
      </Group>
    </Card>
  )
}

function Photo({ profile }: { profile: Person }) {
  const t = useLaterTexts(authTexts)
  const update = useAct(auth.updateAvatar, { notice: t.photoDone })
  return (
    <div className={classes.photo}>
      <Face person={profile} size={150} />
      <PictureUpload
        allowed={`JPEG, JPG, PNG (Max: ${pictureMegabytes}MB)`}
        onPick={(file) => void update.run({ body: { file } })}
      >
        {(props) => (
          <Tooltip label={t.changePhoto}>
            <ActionIcon
              {...props}
              className={classes.camera}
              radius="50%"
              size={40}
              loading={update.busy}
              aria-label={t.changePhoto}
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
  const t = useLaterTexts(authTexts)
  const { form, submit, busy, question } = usePasswordForm({
    id,
    onDone: () => afterPasswordChange(id),
  })
  return (
    <Card title={t.changeTitle}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
            <NewPassword form={form} />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {t.updateTitle}
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
  const t = useLaterTexts(authTexts)
  const { first_name, last_name, phone, email } = profile
  const { onPasskey, send } = usePasskeyAnswer()
  return (
    <FormModal
      endpoint={auth.updateProfile}
      title={t.editProfile}
      action={t.saveChanges}
      initial={{
        first_name,
        last_name,
        phone: phone ?? '',
        email,
        current_password: '',
        code: '',
      }}
      send={send}
      done={t.profileDone}
      onClose={onClose}
      onDone={async ({ data }) => {
        await refresh()
        if (data.pending_email) onCode()
      }}
    >
      {(form) => (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t.firstName} data-autofocus {...form.getInputProps('first_name')} />
            <TextInput label={t.lastName} {...form.getInputProps('last_name')} />
          </SimpleGrid>
          <TextInput label={t.phone} type="tel" {...form.getInputProps('phone')} />
          <TextInput
            label={t.emailShort}
            type="email"
            description={t.newAddress}
            {...form.getInputProps('email')}
          />
          {form.values.email.trim() !== email && (
            <>
              <CurrentPassword form={form} />
              <Suspense fallback={null}>
                <OwnFactorFields form={form} onPasskey={onPasskey} />
              </Suspense>
            </>
          )}
        </>
      )}
    </FormModal>
  )
}

function ConfirmEmail({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useLaterTexts(authTexts)
  return (
    <FormModal
      endpoint={auth.confirmEmail}
      title={t.confirmEmail}
      action={t.confirm}
      size="sm"
      initial={{ otp: '' }}
      done={t.profileDone}
      onClose={onClose}
      onDone={refresh}
    >
      {(form) => (
        <>
          <Text size="sm">{t.codeSentTo({ email })}</Text>
          <TextInput
            label={t.code}
            data-autofocus
            autoComplete="one-time-code"
            {...form.getInputProps('otp')}
          />
        </>
      )}
    </FormModal>
  )
}
