import { useSyncExternalStore } from 'react'
import { isReconnecting, watchConnection } from '../lib/wire.ts'
import classes from './reconnecting.module.css'

/** A quiet line while calls are tried again; nothing on the screen is lost meanwhile. */
export function Reconnecting() {
  const waiting = useSyncExternalStore(watchConnection, isReconnecting)
  return (
    <div role="status" className={classes.place}>
      {waiting && <span className={classes.line}>Reconnecting…</span>}
    </div>
  )
}
