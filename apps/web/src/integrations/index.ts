import { lazy } from 'react'

/** Only the operator opens it: fetched when somebody does. */
export const AddIntegration = lazy(() => import('./add-integration.tsx'))
