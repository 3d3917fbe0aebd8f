import { Anchor, Button, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { passwordMin } from '@mshahara/contract/fields'
import { settings } from '@mshahara/contract/settings'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { useCallForm } from '../lib/form.ts'
import { toast } from '../lib/toast.tsx'
import { Panel } from '../ui/panel.tsx'
import { useShowCharacters } from './show-characters.ts'
import { awaitCode, otpSent } from './steps.ts'

export default function SignUp() {
  const navigate = useNavigate()
  const { data: config } = useRead(settings.config, undefined, { fixed: true })
  const { form, submit, busy } = useCallForm({
    endpoint: auth.signup,
    initial: { first_name: '', last_name: '', email: '', phone: '', password: '' },
    onDone: (_, { email }) => {
      awaitCode(email)
      toast('success', 'OTP sent to your email', { id: otpSent })
      return navigate({ to: '/verify-otp' })
    },
  })
  const showCharacters = useShowCharacters()
  // Accounts are opened at the accounts service where there is one.
  if (config?.accounts_url) return <Navigate to="/login" replace />
  return (
    <Panel title="Sign Up" text="Open an account, then register your organization." width={480}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="First Name"
              autoComplete="given-name"
              autoFocus
              {...form.getInputProps('first_name')}
            />
            <TextInput
              label="Last Name"
              autoComplete="family-name"
              {...form.getInputProps('last_name')}
            />
            <TextInput
              label="Email address"
              type="email"
              autoComplete="email"
              {...form.getInputProps('email')}
            />
            <TextInput
              label="Phone"
              type="tel"
              autoComplete="tel"
              {...form.getInputProps('phone')}
            />
          </SimpleGrid>
          <PasswordInput
            label="Password"
            description={`At least ${passwordMin} characters`}
            autoComplete="new-password"
            visibilityToggleButtonProps={showCharacters}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="md" loading={busy} fullWidth>
            Sign Up
          </Button>
          <Text size="sm" ta="center">
            Already have an account?{' '}
            <Anchor component={Link} to="/login" inherit underline="always">
              Sign In
            </Anchor>
          </Text>
        </Stack>
      </form>
    </Panel>
  )
}
