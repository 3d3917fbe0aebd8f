import { lazy } from 'react'

export const PayerChanges = lazy(() => import('./payer-changes.tsx'))
export const PaymentButtons = lazy(() => import('./payment-buttons.tsx'))
export const PaymentState = lazy(() => import('./payment-state.tsx'))
export const SecondPerson = lazy(() => import('./second-person.tsx'))
