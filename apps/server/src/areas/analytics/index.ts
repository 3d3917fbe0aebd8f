import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { annual, annualSheet, monthly } from './reports.ts'

export const analytics = area('analytics', {
  calls: bind(contract.analytics, { annual, sheet: annualSheet, monthly }),
})
