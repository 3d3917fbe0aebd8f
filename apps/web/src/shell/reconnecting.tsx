import { useSyncExternalStore } from 'react'
import { useLanguage } from '../lib/language.tsx'
import { isReconnecting, watchConnection } from '../lib/wire.ts'
import classes from './reconnecting.module.css'

/** A quiet line while calls are tried again; nothing on the screen is lost meanwhile. */
export function Reconnecting() {
  const waiting = useSyncExternalStore(watchConnection, isReconnecting)
  // Without the network no texts can be fetched.
  const line = useLanguage() === 'sw' ? 'Inaunganisha tena…' : 'Reconnecting…'
  return (
    <div role="status" className={classes.place}>
      {waiting && <span className={classes.line}>{line}</span>}
    </div>
  )
}
