import { limits } from '@mshahara/contract/limits'

/** The arithmetic of inactivity, on plain times in milliseconds. */

export type Idle = 'active' | 'warned' | 'out'

export function idleState(now: number, lastActive: number): Idle {
  const idle_s = (now - lastActive) / 1000
  if (idle_s >= limits.idleLogout_s) return 'out'
  return idle_s >= limits.idleWarning_s ? 'warned' : 'active'
}

export const beat_ms = 60_000
/** Only people who did something since the last beat keep their session alive. */
export const beatDue = (now: number, lastActive: number, lastBeat: number) =>
  lastActive > lastBeat && now - lastBeat >= beat_ms
