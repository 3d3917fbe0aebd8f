import {
  Anchor,
  Button,
  Center,
  Checkbox,
  Group,
  Loader,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { settings } from '@mshahara/contract/settings'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useCallForm } from '../lib/form.ts'
import { keptOwner } from '../lib/kept.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { toast } from '../lib/toast.tsx'
import { OpenKept } from '../offline/index.ts'
import { Panel } from '../ui/panel.tsx'
import { DemoSignIns, demoPassword } from './demo-sign-ins.tsx'
import { FirstTime } from './first-time.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { useShowCharacters } from './new-password.tsx'
import {
  awaitCode,
  awaitFactor,
  intendedNext,
  isRemembered,
  lastEmail,
  otpSent,
  remember,
  saveIntent,
} from './sign-in.ts'
import { authTexts } from './texts.ts'

export default function Login() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const t = useLaterTexts(authTexts)
  const path = useLocation().pathname
  const [picked, setPicked] = useState<{ email: string }>()
  const { data: config, isPending } = useRead(settings.config, undefined, { fixed: true })
  // With an accounts service, staff sign in there; employees keep their own screen.
  const elsewhere = path === '/login' && Boolean(config?.accounts_url)
  useEffect(() => {
    saveIntent(search)
    if (!elsewhere) return
    const next = intendedNext()
    location.replace(`/api/sso/start${next ? `?next=${encodeURIComponent(next)}` : ''}`)
  }, [elsewhere, search])
  if (elsewhere || (isPending && path === '/login')) {
    return (
      <Center role="status" aria-label={t.loading}>
        <Loader aria-hidden />
      </Center>
    )
  }
  return (
    <Panel title={t.signInTitle} text={t.signInText}>
      <SignIn picked={picked} />
      <Stack gap={6} align="center">
        {config?.accounts_url ? (
          <Anchor href={config.accounts_url}>{t.mainAccounts}</Anchor>
        ) : (
          <Text size="sm">
            {t.newHere}{' '}
            <Anchor component={Link} to="/signup" inherit underline="always">
              {t.createAccount}
            </Anchor>
          </Text>
        )}
        <FirstTime />
        <Anchor component={Link} to="/calculator" size="sm">
          {t.calculator}
        </Anchor>
        {keptOwner() && (
          <Suspense fallback={null}>
            <OpenKept />
          </Suspense>
        )}
        <LanguageChoice />
      </Stack>
      {config?.demo && <DemoSignIns onPick={(email) => setPicked({ email })} />}
    </Panel>
  )
}

function SignIn({ picked }: { picked: { email: string } | undefined }) {
  const navigate = useNavigate()
  const t = useLaterTexts(authTexts)
  const { form, submit, busy } = useCallForm({
    endpoint: auth.login,
    initial: { email: lastEmail(), password: '', remember: isRemembered() },
    onDone: ({ status, data }, { email, remember: onDevice }) => {
      remember(email, Boolean(onDevice))
      if (data.second_step) {
        awaitFactor(data.second_step)
        return navigate({ to: '/second-step' })
      }
      if (status === 201) {
        toast('info', t.firstTimeMail)
        form.setFieldValue('password', '')
        return navigate({ to: '/employee-login' })
      }
      awaitCode(email)
      toast('success', t.otpSent, { id: otpSent })
      return navigate({ to: '/verify-otp' })
    },
    onRefused: ({ status }) => {
      form.setFieldValue('password', '')
      if (status !== 401) return
      remember(form.getValues().email, isRemembered())
      return navigate({ to: '/employee-login' })
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each click.
  useEffect(() => {
    if (picked) form.setValues({ email: picked.email, password: demoPassword })
  }, [picked])
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={useShowCharacters()}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Group justify="space-between">
          <Checkbox label={t.remember} {...form.getInputProps('remember', { type: 'checkbox' })} />
          <Anchor component={Link} to="/forgot-password" size="sm">
            {t.forgot}
          </Anchor>
        </Group>
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t.signIn}
        </Button>
      </Stack>
    </form>
  )
}
