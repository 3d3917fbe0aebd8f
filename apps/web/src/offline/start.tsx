import { Anchor } from '@mantine/core'
import type { Profile } from '@mshahara/contract/auth'
import { textsIn } from '../lib/language.tsx'
import { spoken } from '../lib/spoken.ts'
import { toast } from '../lib/toast.tsx'
import { startKeeping } from './keeper.ts'
import { offlineTexts } from './texts.ts'

/** What an employee's page does beside the screen: the worker, its updates, what is kept. */

const hour_ms = 3_600_000

export function startOffline(profile: Profile): () => void {
  const keeping = startKeeping(profile)
  // Somebody else's was kept here: it is wiped, and nothing is fetched for who keeps nothing.
  const watching = profile.employee_id ? watchWorker().catch(() => () => {}) : null
  return () => {
    void keeping.then((stop) => stop())
    void watching?.then((stop) => stop())
  }
}

async function watchWorker(): Promise<() => void> {
  if (!('serviceWorker' in navigator)) return () => {}
  const registration = await navigator.serviceWorker.register('/sw.js')
  // The very first one takes over without a question: there is no older page. Nor is there one of
  // the worker that only rings.
  const offer = (worker: ServiceWorker | null) => {
    if (registration.active?.scriptURL.endsWith('/push.js')) worker?.postMessage('take over')
    else if (worker && navigator.serviceWorker.controller) tellOfVersion(worker)
  }
  offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker)
    })
  })
  const timer = setInterval(() => void registration.update().catch(() => {}), hour_ms)
  return () => clearInterval(timer)
}

/** An open form is not taken away: the person says when. */
function tellOfVersion(worker: ServiceWorker) {
  const t = textsIn(offlineTexts, spoken())
  function reload() {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
    worker.postMessage('take over')
  }
  toast(
    'info',
    <>
      {t.newVersion}{' '}
      <Anchor component="button" type="button" inherit onClick={reload}>
        {t.reload}
      </Anchor>
    </>,
    { id: 'new-version', seconds: false },
  )
}
