import { lazy } from 'react'

/** The tabs of an employee, each fetched when it is opened. */
export const Allowances = lazy(() => import('./allowances.tsx'))
export const Incomes = lazy(() => import('./incomes.tsx'))
export const Deductions = lazy(() => import('./deductions.tsx'))
export const Revenues = lazy(() => import('./revenues.tsx'))
export const Files = lazy(() => import('./files.tsx'))
