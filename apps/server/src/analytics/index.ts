import { contract } from '@mshahara/contract'
import { bind } from '../http/bind.ts'
import { annual, monthly } from './reports.ts'

export const analytics = bind(contract.analytics, { annual, monthly })
