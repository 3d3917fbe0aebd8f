import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePlace } from '../lib/place.ts'
import type { Entry, MenuItem } from './menu.ts'
import classes from './sidebar.module.css'

/** The collapsed sidebar: icons with their names beside them, groups as fly-outs. */
export default function NarrowMenu({ items }: { items: MenuItem[] }) {
  return items.map((item) =>
    'group' in item ? <FlyOut key={item.group} {...item} /> : <Item key={item.path} entry={item} />,
  )
}

function Item({ entry }: { entry: Entry }) {
  const current = usePlace() === entry.path
  const Icon = entry.icon
  return (
    <Tooltip label={entry.label} position="right">
      <Link
        to={entry.path}
        className={classes.item}
        data-collapsed
        aria-label={entry.label}
        aria-current={current ? 'page' : undefined}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
      </Link>
    </Tooltip>
  )
}

function FlyOut({ group, icon: Icon, entries }: Extract<MenuItem, { group: unknown }>) {
  const place = usePlace()
  const within = entries.some((entry) => entry.path === place)
  return (
    <Menu position="right-start" withArrow>
      <Menu.Target>
        <UnstyledButton
          className={classes.item}
          data-collapsed
          data-within={within || undefined}
          aria-label={group}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
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
