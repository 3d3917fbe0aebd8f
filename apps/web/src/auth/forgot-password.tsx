import { Button, Group, Stack, TextInput } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallForm } from '../lib/form.ts'
import { Panel } from '../ui/panel.tsx'
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
    <Panel title="Reset Password" text="We will e-mail you a code to set a new password with.">
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Email address"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <Group grow>
            <Button variant="default" component={Link} to="/login">
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Submit
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
