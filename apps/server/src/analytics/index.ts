import { contract } from '@mshahara/contract'
import { bind } from '../core/bind.ts'
import { annual, monthly } from './reports.ts'

export const analytics = bind(contract.analytics, { annual, monthly })
