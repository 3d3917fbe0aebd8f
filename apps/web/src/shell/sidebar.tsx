import { Collapse, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { organizations } from '@mshahara/contract/organizations'
import { subscriptions } from '@mshahara/contract/subscriptions'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useProfile } from '../lib/session.ts'
import { screens } from '../routes.tsx'
import { IconChevronDown } from '../ui/icons.ts'
import { Logo } from '../ui/logo.tsx'
import { product } from '../ui/page.tsx'
import { type Entry, type MenuItem, menuFor } from './menu.ts'
import classes from './sidebar.module.css'

interface Props {
  collapsed: boolean
  inDrawer?: boolean
  onNavigate?: () => void
}

export function Sidebar({ collapsed, inDrawer, onNavigate }: Props) {
  const profile = useProfile()
  const enabled = profile.organization_id !== null
  const { data: subscription } = useRead(subscriptions.current, undefined, { enabled })
  const items = menuFor(screens, profile, subscription?.package.name)
  return (
    <>
      {!inDrawer && <Brand collapsed={collapsed} />}
      <nav aria-label="Main menu" className={classes.nav} data-collapsed={collapsed || undefined}>
        {items.map((item) =>
          'group' in item ? (
            <Group key={item.group} {...item} collapsed={collapsed} onNavigate={onNavigate} />
          ) : (
            <Item key={item.path} entry={item} collapsed={collapsed} onNavigate={onNavigate} />
          ),
        )}
      </nav>
    </>
  )
}

/** The organisation's logo, or ours while it has none; the way home. */
function Brand({ collapsed }: { collapsed: boolean }) {
  const { organization_id } = useProfile()
  const enabled = organization_id !== null
  const { data: organization } = useRead(organizations.get, undefined, { enabled })
  const logo = organization?.logo
  return (
    <Link
      to="/"
      className={classes.brand}
      aria-label="Home"
      data-collapsed={collapsed || undefined}
    >
      {logo ? <img src={`/storage/organization/${logo}`} alt="" /> : <Logo size={34} />}
      {!collapsed && !logo && <span>{product}</span>}
    </Link>
  )
}

/** The menu entry the open screen belongs to. */
const usePlace = () =>
  useRouterState({
    select: ({ matches }) => (matches.at(-1)?.staticData as { place?: string } | undefined)?.place,
  })

interface ItemProps {
  entry: Entry
  collapsed: boolean
  nested?: boolean
  onNavigate?: () => void
}

function Item({ entry, collapsed, nested, onNavigate }: ItemProps) {
  const current = usePlace() === entry.path
  const Sign = entry.icon
  return (
    <Tooltip label={entry.label} position="right" disabled={!collapsed}>
      <Link
        to={entry.path}
        className={classes.item}
        data-nested={nested || undefined}
        data-collapsed={collapsed || undefined}
        aria-label={collapsed ? entry.label : undefined}
        aria-current={current ? 'page' : undefined}
        onClick={onNavigate}
      >
        {!nested && <Sign size={20} stroke={1.6} aria-hidden />}
        {!collapsed && <span>{entry.label}</span>}
      </Link>
    </Tooltip>
  )
}

type GroupItem = Extract<MenuItem, { group: unknown }>
type GroupProps = GroupItem & { collapsed: boolean; onNavigate?: () => void }

function Group(props: GroupProps) {
  return props.collapsed ? <FlyOut {...props} /> : <Fold {...props} />
}

function Fold({ group, icon: Sign, entries, onNavigate }: GroupProps) {
  const path = usePlace()
  const [opened, setOpened] = useState(entries.some((entry) => entry.path === path))
  return (
    <div>
      <UnstyledButton
        className={classes.item}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <Sign size={20} stroke={1.6} aria-hidden />
        <span>{group}</span>
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={opened}>
        {entries.map((entry) => (
          <Item key={entry.path} entry={entry} collapsed={false} nested onNavigate={onNavigate} />
        ))}
      </Collapse>
    </div>
  )
}

function FlyOut({ group, icon: Sign, entries }: GroupProps) {
  const path = usePlace()
  const within = entries.some((entry) => entry.path === path)
  return (
    <Menu position="right-start" withArrow>
      <Menu.Target>
        <UnstyledButton
          className={classes.item}
          data-collapsed
          data-within={within || undefined}
          aria-label={group}
        >
          <Sign size={20} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{group}</Menu.Label>
        {entries.map((entry) => (
          <Menu.Item key={entry.path} component={Link} to={entry.path}>
            {entry.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
