import './door.css'
import { MantineProvider } from '@mantine/core'
import type { Answer } from '@mshahara/contract/endpoint'
import { doorPaths } from '@mshahara/contract/paths'
import type { settings } from '@mshahara/contract/settings'
import { lazy, StrictMode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { type Go, SignInScreen } from './auth/sign-in-screen.tsx'
import { handOver } from './auth/steps.ts'
import { Speaking } from './lib/language.tsx'
import { deviceLanguage, watchDeviceLanguage } from './lib/spoken.ts'
import { OutsideFrame } from './shell/outside-frame.tsx'
import { schemeManager, theme, variables } from './theme.ts'

/**
 * The page of a first visit: the sign-in screen without the application, which is several times as
 * heavy and is fetched while somebody types. Every way out of it loads the application.
 */

const News = lazy(() => import('./door-news.tsx'))

type Config = Answer<typeof settings.config>
const search = Object.fromEntries(new URLSearchParams(location.search))
const asked: Promise<Config | null> = fetch('/api/config')
  .then((answer) => (answer.ok ? (answer.json() as Promise<Config>) : null))
  .catch(() => null)

/** A link in a letter brings no cookie along: the server took whoever has a session for a guest. */
async function leaveToSession() {
  const profile = await fetch('/api/profile').catch(() => null)
  // Read to its end, or the browser keeps waiting for it.
  await profile?.text()
  if (profile?.ok) location.reload()
}

/** The application's own page names what it begins with. */
async function fetchApplication() {
  const page = await (await fetch('/index.html')).text()
  const files = page.match(/\/assets\/[^"]+/g) ?? []
  await Promise.all(files.map(async (file) => (await fetch(file, { priority: 'low' })).blob()))
}

const firstSigns = ['input', 'pointerdown', 'keydown'] as const

/** Whether somebody has begun to do something here. */
function useBegun(): boolean {
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    const begin = () => setBegun(true)
    for (const sign of firstSigns) addEventListener(sign, begin, { once: true })
    return () => {
      for (const sign of firstSigns) removeEventListener(sign, begin)
    }
  }, [])
  useEffect(() => {
    if (!begun) return
    void import('./auth/send-sign-in.ts').then(fetchApplication).catch(() => {})
  }, [begun])
  return begun
}

function useConfig(): Config | null | undefined {
  const [config, setConfig] = useState<Config | null>()
  useEffect(() => void asked.then(setConfig), [])
  return config
}

function usePath() {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => {
    const follow = () => setPath(location.pathname)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  const go: Go = (to, news) => {
    if (doorPaths.includes(to)) {
      if (to !== path) history.pushState(null, '', to)
      return setPath(to)
    }
    handOver(news)
    location.assign(to)
    // Busy until the other page is there, or somebody has come back from it.
    return new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
  }
  return { path, go }
}

function Door() {
  const { path, go } = usePath()
  const begun = useBegun()
  const config = useConfig()
  const language = useSyncExternalStore(watchDeviceLanguage, deviceLanguage)
  return (
    <Speaking page language={language}>
      <OutsideFrame>
        <Suspense fallback={null}>
          <SignInScreen path={path} search={search} config={config} go={go} />
        </Suspense>
      </OutsideFrame>
      {begun && (
        <Suspense fallback={null}>
          <News />
        </Suspense>
      )}
    </Speaking>
  )
}

void leaveToSession()
const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the sign-in screen.')
createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      <Door />
    </MantineProvider>
  </StrictMode>,
)
