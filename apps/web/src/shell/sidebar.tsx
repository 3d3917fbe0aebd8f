import { UnstyledButton } from '@mantine/core'
import { organizations } from '@mshahara/contract/organizations'
import { subscriptions } from '@mshahara/contract/subscriptions'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useLaterTexts, useLaterWords } from '../lib/language.tsx'
import { usePlace } from '../lib/place.ts'
import { useProfile } from '../lib/session.ts'
import { screens } from '../routes.tsx'
import { IconChevronDown } from '../ui/icons.ts'
import { Logo } from '../ui/logo.tsx'
import { product } from '../ui/title.ts'
import { type Entry, type MenuItem, menuFor } from './menu.ts'
import classes from './sidebar.module.css'
import { menuIn, shellTexts } from './texts.ts'

// Most people keep the wide menu; only the narrow one needs tooltips and fly-outs.
const NarrowMenu = lazy(() => import('./narrow-menu.tsx'))

interface Props {
  collapsed: boolean
  inDrawer?: boolean
  onNavigate?: () => void
}

export function Sidebar({ collapsed, inDrawer, onNavigate }: Props) {
  const profile = useProfile()
  const enabled = profile.organization_id !== null
  const { data: subscription } = useRead(subscriptions.current, undefined, { enabled })
  const t = useLaterTexts(shellTexts)
  const words = useLaterWords(shellTexts)
  const items = menuIn(words, menuFor(screens, profile, subscription?.package.name))
  return (
    <>
      {!inDrawer && <Brand collapsed={collapsed} />}
      <nav aria-label={t.mainMenu} className={classes.nav} data-collapsed={collapsed || undefined}>
        {collapsed ? (
          <Suspense fallback={null}>
            <NarrowMenu items={items} />
          </Suspense>
        ) : (
          <WideMenu items={items} onNavigate={onNavigate} />
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
  const { home } = useLaterTexts(shellTexts)
  return (
    <Link
      to="/"
      className={classes.brand}
      aria-label={home({ product })}
      data-collapsed={collapsed || undefined}
    >
      {logo ? <img src={`/storage/organization/${logo}`} alt="" /> : <Logo size={34} />}
      {!collapsed && !logo && <span>{product}</span>}
    </Link>
  )
}

interface MenuProps {
  items: MenuItem[]
  onNavigate?: () => void
}

function WideMenu({ items, onNavigate }: MenuProps) {
  return items.map((item) =>
    'group' in item ? (
      <Fold key={item.group} {...item} onNavigate={onNavigate} />
    ) : (
      <Item key={item.path} entry={item} onNavigate={onNavigate} />
    ),
  )
}

interface ItemProps {
  entry: Entry
  nested?: boolean
  onNavigate?: () => void
}

function Item({ entry, nested, onNavigate }: ItemProps) {
  const current = usePlace() === entry.path
  const Icon = entry.icon
  return (
    <Link
      to={entry.path}
      className={classes.item}
      data-nested={nested || undefined}
      aria-current={current ? 'page' : undefined}
      onClick={onNavigate}
    >
      {!nested && <Icon size={20} stroke={1.6} aria-hidden />}
      <span>{entry.label}</span>
    </Link>
  )
}

type FoldProps = Extract<MenuItem, { group: unknown }> & { onNavigate?: () => void }

function Fold({ group, icon: Icon, entries, onNavigate }: FoldProps) {
  const place = usePlace()
  const [opened, setOpened] = useState(entries.some((entry) => entry.path === place))
  return (
    <div>
      <UnstyledButton
        className={classes.item}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        <span>{group}</span>
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </UnstyledButton>
      {opened &&
        entries.map((entry) => (
          <Item key={entry.path} entry={entry} nested onNavigate={onNavigate} />
        ))}
    </div>
  )
}
