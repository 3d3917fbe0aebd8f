export { AnnualSummary } from './annual-summary.tsx'
export { OwnSummary } from './own-summary.tsx'
