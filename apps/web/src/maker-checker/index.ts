import { lazy } from 'react'

export const WaitsFor = lazy(() => import('./waits-for.tsx'))
export const CheckedActs = lazy(() => import('./checked-acts.tsx'))
export { useAsksSecond, useWaiting } from './asks.ts'
