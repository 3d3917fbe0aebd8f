import { ActionIcon, Anchor, Group, Indicator, Popover, ScrollArea, Text } from '@mantine/core'
import { notifications } from '@mshahara/contract/notifications'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead, useWrite } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { safeNext } from '../lib/next.ts'
import { Empty } from '../ui/empty.tsx'
import { IconBell } from '../ui/icons.ts'
import classes from './notifications.module.css'

/** The bell: what happened that concerns the signed-in person. */
export function NotificationsMenu() {
  const [opened, setOpened] = useState(false)
  const { data, refetch } = useRead(notifications.list)
  const read = useWrite(notifications.read)
  const unread = data?.unread ?? 0
  const toggle = () => {
    if (!opened) void refetch()
    setOpened(!opened)
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Indicator
          label={unread > 99 ? '99+' : unread}
          size={17}
          offset={7}
          color="red.8"
          disabled={unread === 0}
        >
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            onClick={toggle}
            aria-label={unread ? `Notifications, ${unread} unread` : 'Notifications'}
          >
            <IconBell size={21} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <Group justify="space-between" px="md" py="sm" className={classes.head}>
          <Text fw={600}>Notifications</Text>
          <Anchor
            component="button"
            size="sm"
            disabled={unread === 0 || read.busy}
            className={classes.all}
            onClick={() => void read.run({}).catch(() => {})}
          >
            Mark all as read
          </Anchor>
        </Group>
        <List items={data?.data ?? []} onFollow={() => setOpened(false)} />
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
  if (items.length === 0) {
    return <Empty icon={IconBell} title="No notifications" text="News for you will appear here." />
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
