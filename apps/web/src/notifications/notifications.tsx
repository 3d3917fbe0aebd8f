import { Anchor, Group, Popover, ScrollArea, Stack, Text } from '@mantine/core'
import { notifications } from '@mshahara/contract/notifications'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { safeNext } from '../lib/next.ts'
import { Invitations, useInvited } from '../organizations/index.ts'
import { useAct } from '../ui/act.ts'
import { Empty } from '../ui/empty.tsx'
import { IconBell } from '../ui/icons.ts'
import type { MenuProps } from '../ui/later.tsx'
import classes from './notifications.module.css'
import { OnDevice } from './on-device.tsx'
import { useOwnNews } from './own-news.ts'
import { bellTexts } from './texts.ts'

/** What the bell opens: what happened that concerns the signed-in person. */
export default function Notifications({ target, opened, onChange }: MenuProps) {
  const own = useOwnNews()
  const t = useTexts(bellTexts)
  const { data, refetch } = useRead(own.list)
  const read = useAct(own.read)
  const unread = data?.unread ?? 0
  const items = data?.data ?? []
  const invited = useInvited()
  useEffect(() => {
    if (opened) void refetch()
  }, [opened, refetch])
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{target({ onClick: () => onChange(!opened) })}</Popover.Target>
      <Popover.Dropdown p={0} aria-label={t.title}>
        <Group justify="space-between" px="md" py="sm" className={classes.head}>
          <Text fw={600}>{t.title}</Text>
          <Anchor
            component="button"
            size="sm"
            disabled={unread === 0 || read.busy}
            className={classes.all}
            onClick={() => read.run()}
          >
            {t.allRead}
          </Anchor>
        </Group>
        {invited.length > 0 && (
          <Stack p="sm" gap="sm">
            <Suspense fallback={null}>
              <Invitations invited={invited} />
            </Suspense>
          </Stack>
        )}
        {(invited.length === 0 || items.length > 0) && (
          <List items={items} onFollow={() => onChange(false)} />
        )}
        {own.list === notifications.list && <OnDevice />}
      </Popover.Dropdown>
    </Popover>
  )
}

interface ListProps {
  items: {
    id: string
    title: string
    text: string
    link: string | null
    read_at: string | null
    created_at: string
  }[]
  onFollow: () => void
}

function List({ items, onFollow }: ListProps) {
  const t = useTexts(bellTexts)
  if (items.length === 0) {
    return <Empty icon={IconBell} title={t.none} text={t.noneText} />
  }
  return (
    <ScrollArea.Autosize mah={400} type="auto" viewportProps={{ tabIndex: 0 }}>
      <ul className={classes.list}>
        {items.map((item) => {
          const to = safeNext(item.link, location.origin)
          return (
            <li key={item.id} data-unread={item.read_at === null || undefined}>
              {to ? (
                <Anchor component={Link} to={to} onClick={onFollow} fw={600} size="sm">
                  {item.title}
                </Anchor>
              ) : (
                <Text fw={600} size="sm">
                  {item.title}
                </Text>
              )}
              <Text size="sm">{item.text}</Text>
              <Text size="xs" c="dimmed">
                {dateTime(item.created_at)}
              </Text>
            </li>
          )
        })}
      </ul>
    </ScrollArea.Autosize>
  )
}
