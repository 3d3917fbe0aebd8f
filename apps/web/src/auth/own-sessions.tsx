import { Button, Group, Stack, Text } from '@mantine/core'
import { auth, type OwnSession } from '@mshahara/contract/auth'
import { Suspense, useState } from 'react'
import { refresh, useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { toast } from '../lib/toast.tsx'
import { ProveOwn } from '../second-factor/index.ts'
import { Card } from '../ui/card.tsx'
import classes from '../ui/ruled-list.module.css'
import { Tag } from '../ui/status.tsx'
import { sessionTexts } from './session-texts.ts'

/** Where the person is signed in, and how to end it there. */
export function OwnSessions() {
  const t = useTexts(sessionTexts)
  const { data: sessions } = useRead(auth.sessions)
  const others = useEnding({
    endpoint: auth.endOtherSessions,
    action: t.endOthers,
    text: t.endOthersQuestion,
    notice: t.othersEnded,
  })
  if (!sessions) return null
  return (
    <Card
      title={t.title}
      actions={
        sessions.length > 1 && (
          <Button variant="default" onClick={others.begin}>
            {t.endOthers}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <Text size="sm">{t.text}</Text>
        <ul className={classes.list}>
          {sessions.map((session) => (
            <Session key={session.id} {...session} />
          ))}
        </ul>
      </Stack>
      {others.question}
    </Card>
  )
}

interface Ending {
  endpoint: (typeof auth)['endSession' | 'endOtherSessions']
  params?: { id: string }
  action: string
  text: string
  notice: string
}

/** A question, and a while after the sign-in the password or the second factor again. */
function useEnding({ endpoint, params, action, text, notice }: Ending) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const question = open && (
    <Suspense fallback={null}>
      <ProveOwn
        endpoint={endpoint}
        params={params as never}
        title={action}
        text={text}
        action={action}
        danger
        onCancel={close}
        onDone={async () => {
          close()
          toast('success', notice)
          await refresh()
        }}
      />
    </Suspense>
  )
  return { begin: () => setOpen(true), question }
}

function Session(session: OwnSession) {
  const { id, browser, system, address, created_at, last_seen_at, current } = session
  const t = useTexts(sessionTexts)
  const device =
    (browser || system) &&
    t.device({ browser: browser ?? t.unknownBrowser, system: system ?? t.unknownDevice })
  const end = useEnding({
    endpoint: auth.endSession,
    params: { id },
    action: t.end,
    text: device ? t.endQuestion({ device }) : t.endUnknown,
    notice: t.ended,
  })
  return (
    <li>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600}>{device || t.unknownDevice}</Text>
            {current && <Tag tone="green">{t.current}</Tag>}
          </Group>
          <Text size="sm" c="dimmed">
            {t.seen}: {dateTime(last_seen_at)}
          </Text>
          <Text size="sm" c="dimmed">
            {t.begun}: {dateTime(created_at)}
          </Text>
          {address && (
            <Text size="sm" c="dimmed">
              {t.address}: {address}
            </Text>
          )}
        </div>
        {!current && (
          <Button variant="default" size="xs" onClick={end.begin}>
            {t.end}
          </Button>
        )}
      </Group>
      {end.question}
    </li>
  )
}
