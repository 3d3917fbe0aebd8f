import { lazy } from 'react'

export const MailStates = lazy(() => import('./mail-states.tsx'))
export { Working } from './working.tsx'
