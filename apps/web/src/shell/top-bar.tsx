import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { organizations } from '@mshahara/contract/organizations'
import { useRead } from '../lib/api.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { Bell } from '../notifications/index.ts'
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconSearch,
} from '../ui/icons.ts'
import { product } from '../ui/title.ts'
import { shellTexts } from './texts.ts'
import classes from './top-bar.module.css'
import { UserButton } from './user-button.tsx'

interface Props {
  collapsed: boolean
  phone: boolean
  toggle: () => void
  onJump: () => void
}

const meta = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

export function TopBar({ collapsed, phone, toggle, onJump }: Props) {
  const { organization_id, role } = useProfile()
  const enabled = organization_id !== null
  const { data: organization } = useRead(organizations.get, undefined, { enabled })
  const t = useLaterTexts(shellTexts)
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        onClick={toggle}
        aria-label={phone ? t.openMenu : collapsed ? t.expandMenu : t.collapseMenu}
      >
        {phone ? (
          <IconMenu2 size={22} aria-hidden />
        ) : (
          <Toggle size={21} stroke={1.6} aria-hidden />
        )}
      </ActionIcon>
      <span className={classes.name}>{enabled ? organization?.name : product}</span>
      <UnstyledButton className={classes.jump} onClick={onJump}>
        <IconSearch size={17} aria-hidden />
        <span>{t.jump}</span>
        <Kbd size="xs" aria-hidden>
          {meta} K
        </Kbd>
      </UnstyledButton>
      {(enabled || role === 'super-admin') && <Bell />}
      <UserButton />
    </header>
  )
}
