import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { organizations } from '@mshahara/contract/organizations'
import { useRead } from '../lib/api.ts'
import { useProfile } from '../lib/session.ts'
import { NotificationsMenu } from '../notifications/notifications.tsx'
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconSearch,
} from '../ui/icons.ts'
import { product } from '../ui/page.tsx'
import { openJump } from './quick-jump.tsx'
import classes from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

interface Props {
  collapsed: boolean
  phone: boolean
  onToggle: () => void
}

const meta = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

export function TopBar({ collapsed, phone, onToggle }: Props) {
  const { organization_id } = useProfile()
  const enabled = organization_id !== null
  const { data: organization } = useRead(organizations.get, undefined, { enabled })
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        onClick={onToggle}
        aria-label={phone ? 'Open menu' : collapsed ? 'Expand menu' : 'Collapse menu'}
      >
        {phone ? (
          <IconMenu2 size={22} aria-hidden />
        ) : (
          <Toggle size={21} stroke={1.6} aria-hidden />
        )}
      </ActionIcon>
      <span className={classes.name}>{enabled ? organization?.name : product}</span>
      <UnstyledButton className={classes.jump} onClick={openJump} aria-label="Jump to a screen">
        <IconSearch size={17} aria-hidden />
        <span>Jump to…</span>
        <Kbd size="xs">{meta} K</Kbd>
      </UnstyledButton>
      {enabled && <NotificationsMenu />}
      <UserMenu />
    </header>
  )
}
