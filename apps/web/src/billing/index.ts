import { lazy } from 'react'

/** Loaded only where a banner asks for it: every page has banners. */
export const Renewal = lazy(() => import('./renewal.tsx'))
