import { TextInput } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { useCallForm } from '../lib/form.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { useParam } from '../lib/param.ts'
import { Panel } from '../ui/panel.tsx'
import { NewPassword } from './new-password.tsx'
import { PanelForm } from './panel-form.tsx'
import { authTexts } from './texts.ts'

export default function UpdatePassword() {
  const navigate = useNavigate()
  const t = useLaterTexts(authTexts)
  const email = useParam('email')
  const { form, submit, busy } = useCallForm({
    endpoint: auth.updatePassword,
    initial: { email, password: '', password_confirmation: '', otp: '' },
    done: t.updateDone,
    onDone: () => navigate({ to: '/login' }),
  })
  return (
    <Panel title={t.updateTitle} text={t.updateText({ email })}>
      <PanelForm onSubmit={submit} busy={busy}>
        <NewPassword form={form} autoFocus />
        <TextInput
          label={t.resetCode}
          autoComplete="one-time-code"
          {...form.getInputProps('otp')}
        />
      </PanelForm>
    </Panel>
  )
}
