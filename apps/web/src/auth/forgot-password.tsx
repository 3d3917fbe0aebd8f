import { TextInput } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { useCallForm } from '../lib/form.ts'
import { Panel } from '../ui/panel.tsx'
import { PanelForm } from './panel-form.tsx'
import { lastEmail } from './sign-in.ts'

export default function ForgotPassword() {
  const navigate = useNavigate()
  const { form, submit, busy } = useCallForm({
    endpoint: auth.resetPassword,
    initial: { email: lastEmail() },
    done: 'Password reset successful. Please check your email.',
    onDone: (_, { email }) =>
      navigate({
        to: '/update-password/$email',
        params: { email: email.trim() } as never,
      }),
  })
  return (
    <Panel title="Reset Password" text="We will email you a code for setting a new password.">
      <PanelForm onSubmit={submit} busy={busy}>
        <TextInput
          label="Email address"
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
      </PanelForm>
    </Panel>
  )
}
