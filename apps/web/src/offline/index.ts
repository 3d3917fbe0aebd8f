import { lazy } from 'react'

export const KeepCard = lazy(() => import('./keep-card.tsx'))
export const startOffline = async () => (await import('./start.tsx')).startOffline
export const OpenKept = lazy(() => import('./open-kept.tsx'))
