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
import { useForm } from '@mantine/form'
import type { Answer } from '@mshahara/contract/endpoint'
import type { settings } from '@mshahara/contract/settings'
import { type MouseEvent, Suspense, useEffect, useState } from 'react'
import { keptOwner } from '../lib/kept.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { chooseForSignIn } from '../lib/spoken.ts'
import { OpenKept } from '../offline/index.ts'
import { Panel } from '../ui/panel.tsx'
import { DemoSignIns, demoPassword } from './demo-sign-ins.tsx'
import { FirstTime } from './first-time.tsx'
import { LanguageRadios } from './language-radios.tsx'
import type { Credentials } from './send-sign-in.ts'
import { useShowCharacters } from './show-characters.ts'
import { intendedNext, isRemembered, lastEmail, saveIntent } from './steps.ts'
import { authTexts } from './texts.ts'

export type Go = (to: string, news?: string) => unknown

interface Props {
  path: string
  search: Record<string, unknown>
  /** `undefined` until it is known. */
  config: Answer<typeof settings.config> | null | undefined
  go: Go
}

/**
 * The sign-in screen, as the application's own and, on a first visit, alone (door.tsx). It needs
 * neither router nor schemas, so that somebody with a slow network can begin to type.
 */
export function SignInScreen({ path, search, config, go }: Props) {
  const t = useLaterTexts(authTexts)
  const [picked, setPicked] = useState<{ email: string }>()
  // With an accounts service, staff sign in there; employees keep their own screen.
  const elsewhere = path === '/login' && Boolean(config?.accounts_url)
  useEffect(() => {
    saveIntent(search)
    if (!elsewhere) return
    const next = intendedNext()
    location.replace(`/api/sso/start${next ? `?next=${encodeURIComponent(next)}` : ''}`)
  }, [elsewhere, search])
  if (elsewhere || (config === undefined && path === '/login')) {
    return (
      <Center role="status" aria-label={t.loading}>
        <Loader aria-hidden />
      </Center>
    )
  }
  return (
    <Panel title={t.signInTitle} text={t.signInText}>
      <SignIn picked={picked} go={go} />
      <Stack gap={6} align="center">
        {config?.accounts_url ? (
          <Anchor href={config.accounts_url}>{t.mainAccounts}</Anchor>
        ) : (
          <Text size="sm">
            {t.newHere}{' '}
            <Anchor href="/signup" onClick={following(go)} inherit underline="always">
              {t.createAccount}
            </Anchor>
          </Text>
        )}
        <FirstTime />
        <Anchor href="/calculator" onClick={following(go)} size="sm">
          {t.calculator}
        </Anchor>
        {keptOwner() && (
          <Suspense fallback={null}>
            <OpenKept onClick={following(go)} />
          </Suspense>
        )}
        <LanguageRadios onPick={chooseForSignIn} />
      </Stack>
      {config?.demo && <DemoSignIns onPick={(email) => setPicked({ email })} />}
    </Panel>
  )
}

/** A plain click goes the given way; one for another tab or window is the browser's. */
const following = (go: Go) => (event: MouseEvent<HTMLAnchorElement>) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void go(event.currentTarget.pathname)
}

function SignIn({ picked, go }: { picked: { email: string } | undefined; go: Go }) {
  const t = useLaterTexts(authTexts)
  const [busy, setBusy] = useState(false)
  const form = useForm<Credentials>({
    initialValues: { email: lastEmail(), password: '', remember: isRemembered() },
  })
  async function send(values: Credentials) {
    setBusy(true)
    try {
      const { sendSignIn, showErrors } = await import('./send-sign-in.ts')
      const { errors, again, to, news } = await sendSignIn(values, t)
      if (again) form.setFieldValue('password', '')
      if (errors) await showErrors(form, errors)
      if (to) await go(to, news)
    } finally {
      setBusy(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each click.
  useEffect(() => {
    if (picked) form.setValues({ email: picked.email, password: demoPassword })
  }, [picked])
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
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
          <Anchor href="/forgot-password" onClick={following(go)} size="sm">
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
