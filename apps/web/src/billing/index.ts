import { lazy } from 'react'

export const PaymentModal = lazy(() => import('./payment-modal.tsx'))
