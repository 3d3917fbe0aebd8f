import { z } from 'zod'
import { blank } from './blank.ts'
import type { PaymentsMode } from './providers.ts'

/** How organisations pay the operator: its own paybill, its card provider, and its letterhead. */

export interface TillSettings {
  consumer_key: string
  consumer_secret: string
  short_code: string
  passkey: string
  /** Where the money goes: the paybill itself, or a till that belongs to the short code. */
  receiver: string
  type: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline'
}

/** Whose name is on receipts. */
export interface OperatorLetterhead {
  name: string
  address: string | undefined
  phone: string | undefined
  email: string | undefined
  website: string | undefined
  pin_no: string | undefined
  /** The day from which the operator is registered for VAT: invoices from then on show it. */
  vat_since: string | undefined
  /** A picture, as a file. */
  logo: string | undefined
}

const given = blank(z.string().optional())

export const collectionEnvironment = {
  STK_CONSUMER_KEY: given,
  STK_CONSUMER_SECRET: given,
  STK_SHORT_CODE: blank(
    z
      .string()
      .regex(/^\d{5,7}$/, 'STK_SHORT_CODE must have 5 to 7 digits.')
      .optional(),
  ),
  STK_PASSKEY: given,
  STK_TYPE: blank(
    z.enum(['paybill', 'till'], 'STK_TYPE must be paybill or till.').default('paybill'),
  ),
  STK_TILL_NUMBER: blank(
    z
      .string()
      .regex(/^\d{5,7}$/, 'STK_TILL_NUMBER must have 5 to 7 digits.')
      .optional(),
  ),
  CARD_PUBLIC_KEY: given,
  CARD_URL: blank(
    z.url({ protocol: /^https$/, error: 'CARD_URL must begin with https://.' }).optional(),
  ),
  OPERATOR_NAME: given,
  OPERATOR_ADDRESS: given,
  OPERATOR_PHONE: given,
  OPERATOR_EMAIL: given,
  OPERATOR_WEBSITE: given,
  OPERATOR_PIN: given,
  OPERATOR_VAT_SINCE: blank(
    z.iso.date('OPERATOR_VAT_SINCE must be a day such as 2026-01-31.').optional(),
  ),
  OPERATOR_LOGO: given,
}
const settings = z.object(collectionEnvironment)
type Settings = z.output<typeof settings> & { PAYMENTS_MODE: PaymentsMode }

/** What the simulator takes from anybody; apps/simulator/src/accounts.ts has the same. */
const simulated: TillSettings = {
  consumer_key: 'sim-daraja-key',
  consumer_secret: 'sim-daraja-secret',
  short_code: '600100',
  passkey: 'examplepasskey0123456789',
  receiver: '600100',
  type: 'CustomerPayBillOnline',
}

const names = ['STK_CONSUMER_KEY', 'STK_CONSUMER_SECRET', 'STK_SHORT_CODE', 'STK_PASSKEY'] as const

/** Undefined: nobody can pay by M-PESA here. */
export function tillOf(e: Settings): TillSettings | undefined {
  const [consumer_key, consumer_secret, short_code, passkey] = names.map((name) => e[name])
  if (!consumer_key || !consumer_secret || !short_code || !passkey) {
    return e.PAYMENTS_MODE === 'simulator' ? simulated : undefined
  }
  const account = { consumer_key, consumer_secret, short_code, passkey }
  return e.STK_TYPE === 'till'
    ? { ...account, receiver: e.STK_TILL_NUMBER ?? '', type: 'CustomerBuyGoodsOnline' }
    : { ...account, receiver: short_code, type: 'CustomerPayBillOnline' }
}

export const letterheadOf = (e: Settings): OperatorLetterhead => ({
  name: e.OPERATOR_NAME ?? 'Mshahara',
  address: e.OPERATOR_ADDRESS,
  phone: e.OPERATOR_PHONE,
  email: e.OPERATOR_EMAIL,
  website: e.OPERATOR_WEBSITE,
  pin_no: e.OPERATOR_PIN,
  vat_since: e.OPERATOR_VAT_SINCE,
  logo: e.OPERATOR_LOGO,
})

export const cardOf = (e: Settings) =>
  e.CARD_PUBLIC_KEY && e.CARD_URL ? { public_key: e.CARD_PUBLIC_KEY, url: e.CARD_URL } : undefined

/** Half a configuration would be found out by the first customer. */
export function collectionFaults(e: Settings): string[] {
  const missing = names.filter((name) => !e[name])
  const faults =
    missing.length > 0 && missing.length < names.length
      ? [`${missing.join(', ')} must be set too: M-PESA needs all of STK_… or none.`]
      : []
  if (missing.length === 0 && (e.STK_TYPE === 'till') !== Boolean(e.STK_TILL_NUMBER)) {
    faults.push(
      'STK_TILL_NUMBER goes with STK_TYPE=till: STK_SHORT_CODE is then the head office number.',
    )
  }
  if (Boolean(e.CARD_PUBLIC_KEY) !== Boolean(e.CARD_URL)) {
    faults.push('CARD_PUBLIC_KEY and CARD_URL belong together: set both or none.')
  }
  if (e.OPERATOR_VAT_SINCE && !e.OPERATOR_PIN) {
    faults.push('OPERATOR_VAT_SINCE needs OPERATOR_PIN: an invoice with VAT names the PIN.')
  }
  return faults
}
