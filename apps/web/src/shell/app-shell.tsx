import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { Profile } from '@mshahara/contract/auth'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { keptOwner } from '../lib/kept.ts'
import { Speaking, useLanguage, useLaterTexts } from '../lib/language.tsx'
import { ProfileProvider, useMaybeProfile } from '../lib/session.ts'
import { Confirmation } from '../ui/confirm.tsx'
import classes from './app-shell.module.css'
import { Banners } from './banners.tsx'
import { useQuickJump } from './quick-jump.tsx'
import { Sidebar } from './sidebar.tsx'
import { shellTexts } from './texts.ts'
import { TopBar } from './top-bar.tsx'

const PhoneMenu = lazy(() => import('./phone-menu.tsx'))

const at = { getInitialValueInEffect: false }

/** 260 px, 65 px when collapsed, a drawer on a phone; collapses by itself on a narrow window. */
function useSidebar() {
  const phone = useMediaQuery('(max-width: 599.98px)', false, at) ?? false
  const narrow = useMediaQuery('(max-width: 999.98px)', false, at) ?? false
  const [preferred, setPreferred] = useLocalStorage({
    key: 'mshahara.sidebar',
    defaultValue: 'open',
    ...at,
  })
  const [peek, setPeek] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: crossing a width starts afresh.
  useEffect(() => setPeek(false), [phone, narrow])
  const collapsed = narrow ? !peek : preferred === 'collapsed'
  const toggle = () => (narrow ? setPeek(!peek) : setPreferred(collapsed ? 'open' : 'collapsed'))
  return { phone, collapsed, open: peek, toggle, close: () => setPeek(false) }
}

/** What every screen stands in; `children` in place of the routed screen. */
export default function AppShell({ children }: { children?: ReactNode }) {
  const profile = useMaybeProfile()
  const sidebar = useSidebar()
  const jump = useQuickJump()
  const language = useLanguage()
  useOffline(profile)
  // The session has just ended, and the sign-in screen is on its way.
  if (!profile) return null
  // The menu of staff is in English, on every screen.
  const frame = profile.role === 'employee' ? language : 'en'
  return (
    <ProfileProvider value={profile}>
      <Speaking language={frame}>
        <Skip />
      </Speaking>
      <div className={classes.shell}>
        <Speaking language={frame}>
          {sidebar.phone ? (
            <Suspense fallback={null}>
              <PhoneMenu opened={sidebar.open} onClose={sidebar.close} />
            </Suspense>
          ) : (
            <aside
              className={classes.sidebar}
              data-collapsed={sidebar.collapsed || undefined}
              lang={frame}
            >
              <Sidebar collapsed={sidebar.collapsed} />
            </aside>
          )}
        </Speaking>
        <div className={classes.rest}>
          <Speaking language={frame}>
            <TopBar {...sidebar} onJump={jump.open} />
          </Speaking>
          <Main>{children ?? <Outlet />}</Main>
        </div>
      </div>
      {jump.list}
      <Confirmation />
    </ProfileProvider>
  )
}

/** The first screen comes first. */
const start_ms = 2000

/** Employees can install the application and keep what they read; another's is wiped. */
function useOffline(profile: Profile | null) {
  const id = profile?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person and organisation.
  useEffect(() => {
    if (!profile || (!profile.employee_id && !keptOwner())) return
    let stop: (() => void) | undefined
    const timer = setTimeout(async () => {
      const { startOffline } = await import('../offline/index.ts')
      stop = (await startOffline())(profile)
    }, start_ms)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [id, profile?.organization_id])
}

function Skip() {
  const { skip } = useLaterTexts(shellTexts)
  return (
    <a className="skip" href="#main">
      {skip}
    </a>
  )
}

function takeFocus(main: HTMLElement | null) {
  const within = main?.contains(document.activeElement)
  const inDialog = document.activeElement?.closest('[role=dialog]')
  if (!within && !inDialog) main?.focus({ preventScroll: true })
}

/** Takes the focus when the screen changes, so that keyboard and screen reader start at its top. */
function Main({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef(path)
  useEffect(() => {
    const before = shown.current
    shown.current = path
    // The first screen of a visit leaves the focus at the top of the page.
    if (before === undefined || before === path) return
    // Menus and the quick jump first give the focus back to their button.
    const timer = setTimeout(() => takeFocus(ref.current), 120)
    return () => clearTimeout(timer)
  }, [path])
  return (
    <main id="main" ref={ref} tabIndex={-1} className={classes.main}>
      <Banners />
      <div className={classes.content}>{children}</div>
    </main>
  )
}
