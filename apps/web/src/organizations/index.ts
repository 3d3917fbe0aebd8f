import { lazy } from 'react'

/** Few people have one open: fetched when somebody has. */
export const Invitations = lazy(() => import('./invitations.tsx'))
export { useInvited } from './invited.ts'
export { useSwitch, useSwitchBack } from './switch.ts'
