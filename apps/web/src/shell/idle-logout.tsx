import { auth } from '@mshahara/contract/auth'
import { notifications } from '@mshahara/contract/notifications'
import { useEffect } from 'react'
import { call, keyOf, queryClient } from '../lib/api.ts'
import { dropSession } from '../lib/session.ts'
import { spoken } from '../lib/spoken.ts'
import { hideToast, toast } from '../lib/toast.tsx'
import { beatDue, idleState } from './idle.ts'

const activity = ['mousedown', 'mousemove', 'keydown', 'scroll', 'touchstart'] as const
const sharedKey = 'mshahara.active'
const warning = 'idle-warning'
const warnings = {
  en: 'User inactive. Logout in 30 seconds...',
  sw: 'Hujafanya lolote kwa muda. Utaondolewa baada ya sekunde 30...',
}

/** The latest activity in any tab. */
const lastShared = () => Number(localStorage.getItem(sharedKey)) || 0

/** Warns and signs out whoever went away, in all tabs together; keeps active people signed in. */
export function IdleLogout() {
  useEffect(watch, [])
  return null
}

function watch() {
  let last = Date.now()
  let beat = last
  let warned = false
  localStorage.setItem(sharedKey, String(last))

  function tick() {
    const now = Date.now()
    last = Math.max(last, lastShared())
    const state = idleState(now, last)
    if (state === 'out') return end()
    if (state === 'warned' && !warned) warn()
    if (state === 'active' && warned) unwarn()
    if (beatDue(now, last, beat)) {
      beat = now
      void keepAlive()
    }
  }
  function active() {
    const now = Date.now()
    // Waking a sleeping computer does not count as activity.
    if (idleState(now, Math.max(last, lastShared())) === 'out') return end()
    if (now - last < 500) return
    last = now
    localStorage.setItem(sharedKey, String(now))
    if (warned) unwarn()
  }
  function warn() {
    warned = true
    toast('warning', warnings[spoken()], { id: warning, seconds: 30 })
  }
  function unwarn() {
    warned = false
    hideToast(warning)
  }
  function end() {
    hideToast(warning)
    dropSession('idle')
  }

  const timer = setInterval(tick, 1000)
  const options = { passive: true, capture: true }
  for (const event of activity) window.addEventListener(event, active, options)
  return () => {
    clearInterval(timer)
    for (const event of activity) window.removeEventListener(event, active, options)
  }
}

async function keepAlive() {
  try {
    await call(auth.heartbeat)
    // Notifications come with the heartbeat: nobody there, nothing asked of the server.
    await queryClient.invalidateQueries({ queryKey: keyOf(notifications.list) })
    await queryClient.invalidateQueries({ queryKey: keyOf(notifications.operators) })
    await queryClient.invalidateQueries({ queryKey: keyOf(auth.memberships) })
  } catch {
    // lib/api.ts has already told the person and signed them out.
  }
}
