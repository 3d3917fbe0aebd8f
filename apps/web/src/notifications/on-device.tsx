import { Switch } from '@mantine/core'
import { notifications } from '@mshahara/contract/notifications'
import { useEffect, useState } from 'react'
import { call } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import classes from './notifications.module.css'
import { bellTexts } from './texts.ts'

/**
 * Whether this device rings, too, when there is news. The browser asks the person, and the switch
 * shows what came of it. Where a browser cannot do it there is no switch.
 */
export function OnDevice() {
  const t = useTexts(bellTexts)
  const { employee_id } = useProfile()
  const [on, setOn] = useState(false)
  const [blocked, setBlocked] = useState(() => isAble() && Notification.permission === 'denied')
  const allow = useAct(notifications.allowPush, { notice: ({ message }) => message })
  const stop = useAct(notifications.stopPush, { notice: ({ message }) => message })
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void isAllowed().then(setOn)
  }, [])
  if (!isAble()) return null
  async function change(wanted: boolean) {
    if (wanted) {
      if ((await Notification.requestPermission()) !== 'granted') return setBlocked(true)
      const device = await subscribe(employee_id !== null)
      setOn(Boolean(await allow.run({ body: device })))
    } else {
      const found = await current()
      if (found && !(await stop.run({ body: { endpoint: found.endpoint } }))) return
      await found?.unsubscribe()
      setOn(false)
    }
  }
  const turn = async (wanted: boolean) => {
    setBusy(true)
    await change(wanted).catch(() => toast('error', t.notPossible))
    setBusy(false)
  }
  return (
    <div className={classes.device}>
      <Switch
        size="sm"
        label={t.onDevice}
        description={blocked ? t.blocked : t.onDeviceText}
        checked={on}
        disabled={blocked || busy}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
    </div>
  )
}

const isAble = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function current(): Promise<PushSubscription | null> {
  if (!isAble()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** A server with another key than the device was allowed under reaches it no more. */
async function isAllowed(): Promise<boolean> {
  const found = await current()
  if (!found) return false
  const known = await serverKey().catch(() => null)
  return known === null || isUnder(found, known)
}

const serverKey = async () => (await call(notifications.pushKey)).data.key

function isUnder({ options }: PushSubscription, key: string) {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
}

/**
 * The worker is there where something is kept on the phone. Elsewhere it comes with this wish, and
 * for people without an employee record it is one that fetches nothing.
 */
async function subscribe(keeps: boolean) {
  const there = await navigator.serviceWorker.getRegistration()
  if (!there) await navigator.serviceWorker.register(keeps ? '/sw.js' : '/push.js')
  const registration = await navigator.serviceWorker.ready
  const key = await serverKey()
  const before = await registration.pushManager.getSubscription()
  if (before && !isUnder(before, key)) await before.unsubscribe()
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys = {} } = made.toJSON()
  return { endpoint: endpoint ?? '', public_key: keys.p256dh ?? '', secret: keys.auth ?? '' }
}
