import type { PaidOut } from '@mshahara/contract/payslips'
import { date } from '../lib/format.ts'

/** "Paid on 28 February, 2026, reference UKF3H2J1K9". */
export const paidOut = ({ at, reference }: PaidOut) =>
  `Paid on ${date(at)}${reference ? `, reference ${reference}` : ''}`
