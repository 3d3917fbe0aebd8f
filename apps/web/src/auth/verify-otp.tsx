import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { settings } from '@mshahara/contract/settings'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useCallForm } from '../lib/form.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { useAct } from '../ui/act.ts'
import { Panel } from '../ui/panel.tsx'
import { finishSignIn } from './sign-in.ts'
import { cooldownLeft_s, isWornOut, otpEmail, startCooldown } from './steps.ts'
import { authTexts } from './texts.ts'

export default function VerifyOtp() {
  const navigate = useNavigate()
  const [email] = useState(otpEmail)
  const t = useLaterTexts(authTexts)
  const { data: config } = useRead(settings.config, undefined, { fixed: true })
  useEffect(() => {
    if (!email) void navigate({ to: '/login', replace: true })
  }, [email, navigate])
  if (!email) return null
  return (
    <Panel title={t.verify} text={t.verifyText}>
      <Code email={email} />
      {config?.dev_mail && (
        <Text size="sm" ta="center">
          <Anchor href="/dev/mail" target="_blank" inherit underline="always">
            Read the code in /dev/mail
          </Anchor>
        </Text>
      )}
    </Panel>
  )
}

function Code({ email }: { email: string }) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const t = useLaterTexts(authTexts)
  const { form, submit, busy } = useCallForm({
    endpoint: auth.verifyOtp,
    initial: { email, otp: '' },
    onDone: () => finishSignIn(navigate),
    onRefused: ({ status }) => {
      if (status === 401 && isWornOut()) form.setFieldError('otp', t.wornOut)
      const field = form.getInputNode('otp')
      if (field instanceof HTMLInputElement) field.select()
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t.code}
          description={t.sentTo({ email })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          size="lg"
          autoFocus
          styles={{ input: { letterSpacing: '0.35em', fontVariantNumeric: 'tabular-nums' } }}
          {...form.getInputProps('otp')}
          onChange={({ currentTarget }) =>
            form.setFieldValue('otp', currentTarget.value.replace(/\D/g, ''))
          }
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t.verify}
        </Button>
        <Group justify="space-between">
          <Button variant="default" onClick={() => history.back()}>
            {t.back}
          </Button>
          <Resend email={email} />
        </Group>
      </Stack>
    </form>
  )
}

/** The pause lives in the session, so that a reload does not shorten it. */
function Resend({ email }: { email: string }) {
  const [left, setLeft] = useState(cooldownLeft_s)
  const t = useLaterTexts(authTexts)
  const request = useAct(auth.requestOtp, {
    notice: t.resent,
  })
  useEffect(() => {
    const timer = setInterval(() => setLeft(cooldownLeft_s()), 500)
    return () => clearInterval(timer)
  }, [])
  async function resend() {
    if (!(await request.run({ body: { email } }))) return
    startCooldown()
    setLeft(cooldownLeft_s())
  }
  return (
    <Button variant="subtle" disabled={left > 0} loading={request.busy} onClick={resend}>
      {left > 0 ? t.resendIn({ seconds: left }) : t.resend}
    </Button>
  )
}
