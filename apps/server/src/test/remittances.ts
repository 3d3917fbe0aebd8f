import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import type { Remittance } from '@mshahara/contract/remittances'
import type { Caller } from './world.ts'

/** What is open of a month, and its payment. */

const { remittances } = contract

export const ofMonth = async (by: Caller, month?: string) =>
  (await by.call(remittances.list, { query: month ? { month } : {} })).body
export const itemOf = async (by: Caller, month: string, authority: string) =>
  (await ofMonth(by, month)).items.find((one) => one.authority === authority) as Remittance

interface Given {
  amount?: number
  paid_on?: string
  reference?: string
  note?: string
  receipt?: string
}
export const payOf = (
  by: Caller,
  month: string,
  item: Remittance,
  given: Given = {},
  headers = {},
) =>
  by.call(
    remittances.pay,
    {
      params: { month },
      body: {
        ...{ authority: item.authority, amount: item.open, paid: item.paid },
        ...{ paid_on: '2026-03-09', reference: `FT${randomUUID().slice(0, 8)}`, ...given },
      },
    },
    headers,
  )
