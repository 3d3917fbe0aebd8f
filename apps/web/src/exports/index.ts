import { lazy } from 'react'

export const BankLayouts = lazy(() => import('./bank-layouts.tsx'))
export const ExportControls = lazy(() => import('./export-controls.tsx'))
export { P9Button } from './p9-button.tsx'
