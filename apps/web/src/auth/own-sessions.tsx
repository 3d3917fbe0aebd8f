import { Button, Group, Stack, Text } from '@mantine/core'
import { auth, type OwnSession } from '@mshahara/contract/auth'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import classes from '../ui/ruled-list.module.css'
import { Tag } from '../ui/status.tsx'
import { sessionTexts } from './session-texts.ts'

/** Where the person is signed in, and how to end it there. */
export function OwnSessions() {
  const t = useTexts(sessionTexts)
  const { data: sessions } = useRead(auth.sessions)
  const endOthers = useAct(auth.endOtherSessions, {
    ask: { title: t.endOthers, text: t.endOthersQuestion, action: t.endOthers, danger: true },
    notice: t.othersEnded,
  })
  if (!sessions) return null
  return (
    <Card
      title={t.title}
      actions={
        sessions.length > 1 && (
          <Button variant="default" loading={endOthers.busy} onClick={() => void endOthers.run()}>
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
    </Card>
  )
}

function Session({ id, browser, system, address, created_at, last_seen_at, current }: OwnSession) {
  const t = useTexts(sessionTexts)
  const device =
    browser || system
      ? t.device({ browser: browser ?? t.unknownBrowser, system: system ?? t.unknownDevice })
      : t.unknownDevice
  const end = useAct(auth.endSession, {
    ask: { title: t.end, text: t.endQuestion({ device }), action: t.end, danger: true },
    notice: t.ended,
  })
  return (
    <li>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
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
          <Button
            variant="default"
            size="xs"
            loading={end.busy}
            onClick={() => void end.run({ params: { id } })}
          >
            {t.end}
          </Button>
        )}
      </Group>
    </li>
  )
}
