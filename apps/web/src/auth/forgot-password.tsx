import { TextInput } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { useCallForm } from '../lib/form.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { Panel } from '../ui/panel.tsx'
import { PanelForm } from './panel-form.tsx'
import { lastEmail } from './steps.ts'
import { authTexts } from './texts.ts'

export default function ForgotPassword() {
  const navigate = useNavigate()
  const t = useLaterTexts(authTexts)
  const { form, submit, busy } = useCallForm({
    endpoint: auth.resetPassword,
    initial: { email: lastEmail() },
    done: t.resetDone,
    onDone: (_, { email }) =>
      navigate({
        to: '/update-password/$email',
        params: { email: email.trim() } as never,
      }),
  })
  return (
    <Panel title={t.resetTitle} text={t.resetText}>
      <PanelForm onSubmit={submit} busy={busy}>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
      </PanelForm>
    </Panel>
  )
}
