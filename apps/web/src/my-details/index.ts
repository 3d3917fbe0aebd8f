import { lazy } from 'react'

/** What another area shows of proposals. */
export const DetailsProposed = lazy(() => import('./details-proposed.tsx'))
export const ProposalsLink = lazy(() => import('./proposals-link.tsx'))
