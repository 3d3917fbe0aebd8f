import type { Attempt } from './attempt.ts'

/** What is shown of an instruction: enough to recognise it, too little to use. */

/** All but the last digits. */
const hiddenAccount = (account: string) =>
  account.length > 4 ? `${'•'.repeat(account.length - 4)}${account.slice(-4)}` : '••••'

export const masked = ({ key, amount, account, bank_code, narration }: Attempt) => ({
  key,
  amount,
  account: hiddenAccount(account),
  bank_code,
  narration,
})

const personal = /^(PartyB|PhoneNumber|MSISDN|.*AccountNumber|account|phone|msisdn|IDNumber)$/i
const names = /^(ReceiverPartyPublicName|CreditPartyName|beneficiaryName|beneficiaryDetails|name)$/i
const number = /\d{6,}/g

const hidden = (text: string) => text.replace(number, hiddenAccount)

/** A callback's body for people to read, without numbers and names of payees. */
export function maskedBody(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => maskedBody(item, field))
  if (typeof value === 'object' && value !== null) {
    const { Key, Name } = value as Record<string, unknown>
    const label = String(Key ?? Name ?? '')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        maskedBody(inner, key === 'Value' && label ? label : key),
      ]),
    )
  }
  if (names.test(field)) return '•••'
  if (personal.test(field)) return hidden(String(value))
  return value
}
