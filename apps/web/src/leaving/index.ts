import { lazy } from 'react'

export { LeavingButtons } from './leaving-buttons.tsx'
/** What other areas show of leavers. */
export const ClaimsLink = lazy(() => import('./claims-link.tsx'))
