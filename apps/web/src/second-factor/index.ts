import { lazy } from 'react'

export const FactorsCard = lazy(() => import('./factors-card.tsx'))
export const OwnFactorFields = lazy(() => import('./factor-fields.tsx'))
export const ProveOwn = lazy(() => import('./prove-own.tsx'))
export const RuleCard = lazy(() => import('./rule-card.tsx'))
export const ResetCard = lazy(() => import('./reset-card.tsx'))
export { askPasskey, canUsePasskeys } from './passkey.ts'
export { usePasskeyAnswer } from './passkey-answer.ts'
