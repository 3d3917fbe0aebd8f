import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { secondSteps } from '@mshahara/contract/second-factor'
import type { SecondStep as Step } from '@mshahara/contract/second-factor-fields'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWrite } from '../lib/api.ts'
import { useCallForm } from '../lib/form.ts'
import { useTexts } from '../lib/language.tsx'
import { toast } from '../lib/toast.tsx'
import { askPasskey, canUsePasskeys } from '../second-factor/index.ts'
import { Panel } from '../ui/panel.tsx'
import { finishSignIn } from './sign-in.ts'
import { stepTexts } from './step-texts.ts'
import { secondStep } from './steps.ts'

/** After the password, for those who have a second factor. */
export default function SecondStep() {
  const navigate = useNavigate()
  const t = useTexts(stepTexts)
  const [step] = useState(secondStep)
  useEffect(() => {
    if (!step) void navigate({ to: '/login', replace: true })
  }, [step, navigate])
  if (!step) return null
  const usesPasskey = step.passkey !== null && canUsePasskeys()
  return (
    <Panel title={t.title} text={step.kinds.includes('totp') ? t.byApp : t.byPasskey}>
      {usesPasskey && <ByPasskey {...step} />}
      <ByCode {...step} />
      <Text size="sm" c="dimmed">
        {t.lost}
      </Text>
    </Panel>
  )
}

function ByPasskey({ email, passkey: options }: Step) {
  const navigate = useNavigate()
  const t = useTexts(stepTexts)
  const verify = useWrite(secondSteps.verify)
  const [asking, setAsking] = useState(false)
  async function ask() {
    setAsking(true)
    const passkey = await askPasskey(options ?? {})
    setAsking(false)
    if (!passkey) return toast('warning', t.passkeyFailed)
    const sent = await verify.run({ body: { email, passkey: passkey as never } }).catch(() => null)
    if (sent) await finishSignIn(navigate)
  }
  return (
    <Button size="md" fullWidth loading={asking || verify.busy} onClick={() => void ask()}>
      {t.usePasskey}
    </Button>
  )
}

function ByCode({ email, kinds }: Step) {
  const navigate = useNavigate()
  const t = useTexts(stepTexts)
  const { form, submit, busy } = useCallForm({
    endpoint: secondSteps.verify,
    initial: { email, code: '' },
    onDone: () => finishSignIn(navigate),
    onRefused: () => {
      const field = form.getInputNode('code')
      if (field instanceof HTMLInputElement) field.select()
    },
  })
  const hasApp = kinds.includes('totp')
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={hasApp ? t.code : t.recoveryCode}
          description={hasApp ? t.orRecovery : undefined}
          autoComplete="one-time-code"
          maxLength={40}
          size="lg"
          autoFocus={hasApp}
          {...form.getInputProps('code')}
        />
        <Group grow>
          <Button variant="default" onClick={() => void navigate({ to: '/login' })}>
            {t.back}
          </Button>
          <Button type="submit" loading={busy} variant={hasApp ? 'filled' : 'default'}>
            {t.signIn}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
