import { TextInput } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { useCallForm } from '../lib/form.ts'
import { useParam } from '../lib/param.ts'
import { Panel } from '../ui/panel.tsx'
import { NewPassword } from './new-password.tsx'
import { PanelForm } from './panel-form.tsx'

export default function UpdatePassword() {
  const navigate = useNavigate()
  const email = useParam('email')
  const { form, submit, busy } = useCallForm({
    endpoint: auth.updatePassword,
    initial: { email, password: '', password_confirmation: '', otp: '' },
    done: 'Password successfully updated. Please login.',
    onDone: () => navigate({ to: '/login' }),
  })
  return (
    <Panel title="Update Password" text={`Use the code we sent to ${email}.`}>
      <PanelForm onSubmit={submit} busy={busy}>
        <NewPassword form={form} autoFocus />
        <TextInput label="Reset OTP" autoComplete="one-time-code" {...form.getInputProps('otp')} />
      </PanelForm>
    </Panel>
  )
}
