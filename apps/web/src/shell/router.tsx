import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../lib/list-state.ts'
import { inSpoken } from '../lib/refusals.ts'
import type { Screen } from '../lib/screen.ts'
import { isSignedIn, loadProfile, useMaybeProfile } from '../lib/session.ts'
import { deviceLanguage } from '../lib/spoken.ts'
import { toast } from '../lib/toast.tsx'
import { screens } from '../routes.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { ErrorScreen } from './error-boundary.tsx'
import { guard } from './guard.ts'
import { IdleLogout } from './idle-logout.tsx'
import { NotFound } from './not-found.tsx'
import { Reconnecting } from './reconnecting.tsx'
import { languageOf, ScreenLanguage } from './speaking.tsx'

/** Turns the list of screens into a router with the guard in front of each. */

function Root() {
  const profile = useMaybeProfile()
  return (
    <ScreenLanguage>
      {profile && <IdleLogout />}
      <Reconnecting />
      <Outlet />
    </ScreenLanguage>
  )
}

const root = createRootRoute({ component: Root })
const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: lazyRouteComponent(() => import('./app-shell.tsx')),
})
const blank = createRoute({
  getParentRoute: () => root,
  id: 'blank',
  component: lazyRouteComponent(() => import('./blank.tsx')),
})
const wide = createRoute({
  getParentRoute: () => root,
  id: 'wide',
  component: lazyRouteComponent(() => import('./wide.tsx')),
})
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

/** Any other address: it is told in the shell, to whoever has one. */
const nowhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => loadProfile(),
  component: NotFound,
})

const placesOf = ({ path, under = [path] }: Screen) =>
  under.flatMap((place) => screens.filter((screen) => screen.path === place))

function routeOf(screen: Screen) {
  const parent = screen.blank === 'wide' ? wide : screen.blank ? blank : main
  return createRoute({
    getParentRoute: () => parent,
    path: screen.path,
    component: lazyRouteComponent(screen.load),
    staticData: {
      places: placesOf(screen),
      translated: screen.translated,
      audience: screen.audience,
    },
    beforeLoad: async ({ location, preload }) => {
      if (preload || screen.path === '/offline') return
      if (!navigator.onLine && !isSignedIn()) throw redirect({ to: '/offline', replace: true })
      const visitor = await loadProfile()
      const detour = guard(screen, visitor, location.href)
      if (!detour) return
      // No screen may have been drawn yet, so none has said which language it speaks.
      const language = languageOf(visitor, screen.translated, deviceLanguage())
      if (detour.message) toast(detour.kind ?? 'info', await inSpoken(detour.message, language))
      throw redirect({ to: detour.to, search: detour.search as never, replace: true })
    },
  })
}

const within = (layout: Screen['blank']) =>
  screens.filter(({ blank }) => blank === layout).map(routeOf)

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    nowhere,
    main.addChildren(within(undefined)),
    blank.addChildren(within(true)),
    wide.addChildren(within('wide')),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
})
