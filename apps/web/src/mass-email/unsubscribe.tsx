import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { massEmails } from '@mshahara/contract/mass-email'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useParam } from '../lib/param.ts'
import { useAct } from '../ui/act.ts'
import { IconMailForward } from '../ui/icons.ts'
import { useTitle } from '../ui/title.ts'
import { Waiting } from '../ui/waiting.tsx'

/** Opened from a letter. Nothing happens before the button: mail scanners open links too. */
export default function Unsubscribe() {
  useTitle('News by email')
  const params = { token: useParam('token') }
  const { data: found, isPending, isError } = useRead(massEmails.subscription, { params })
  const act = useAct(massEmails.subscribe)
  const [now, setNow] = useState<typeof found>()
  const data = now ?? found
  if (isPending) return <Waiting />
  if (!data) {
    return isError ? (
      <Told title="News by email" text="Please wait a minute and open the link again." />
    ) : (
      <Told
        title="This link is not valid"
        text="Please open it from the newest letter you have received."
      />
    )
  }
  const { subscribed, email } = data
  const change = async () => {
    setNow((await act.run({ params, body: { subscribed: !subscribed } })) ?? data)
  }
  return (
    <Told
      title={subscribed ? 'News by email' : 'You are unsubscribed'}
      text={
        subscribed
          ? `News from Mshahara goes to ${email}.`
          : `${email} will receive no more news from us, only notices about your contract.`
      }
    >
      <Button loading={act.busy} variant={subscribed ? 'filled' : 'default'} onClick={change}>
        {subscribed ? 'Unsubscribe' : 'Subscribe again'}
      </Button>
    </Told>
  )
}

interface ToldProps {
  title: string
  text: string
  children?: React.ReactNode
}

const Told = ({ title, text, children }: ToldProps) => (
  <Stack w="100%" maw={420} align="center" gap="md" ta="center">
    <ThemeIcon size={64} radius={32} variant="light">
      <IconMailForward size={32} aria-hidden />
    </ThemeIcon>
    <div role="status">
      <Title order={1} fz={26}>
        {title}
      </Title>
      <Text c="dimmed" mt={4}>
        {text}
      </Text>
    </div>
    {children}
  </Stack>
)
