import { sentence, unknown } from './codes.ts'
import type { PaymentReport } from './provider.ts'

/** What M-PESA's result codes for a payment to a person mean. */

interface Meaning {
  reason: string
  /** Credentials or the paying account: every further payment would fail as well. */
  stops_run?: true
}

const meanings: Record<string, Meaning> = {
  1: { reason: 'The M-PESA utility account does not have enough money.' },
  2: { reason: 'The amount is below what M-PESA pays.' },
  3: { reason: 'The amount is above what M-PESA pays at once.' },
  4: { reason: 'The person would receive more than M-PESA allows in a day.' },
  8: { reason: 'The person’s M-PESA account would exceed its limit.' },
  11: { reason: 'M-PESA has put the organization’s account on hold.', stops_run: true },
  18: { reason: 'M-PESA does not accept the initiator’s credentials.', stops_run: true },
  20: { reason: 'M-PESA does not know the initiator.', stops_run: true },
  21: { reason: 'The initiator is not allowed to make payments.', stops_run: true },
  26: { reason: 'M-PESA was too busy to pay. Please try again later.' },
  2001: { reason: 'The initiator name or password is wrong.', stops_run: true },
  2006: { reason: 'The state of the organization’s account allows no payments.', stops_run: true },
  2028: { reason: 'The short code is not set up for payments to people.', stops_run: true },
  2040: { reason: 'The number is not registered for M-PESA.' },
  8006: { reason: 'M-PESA has locked the initiator’s password.', stops_run: true },
  SFC_IC0003: { reason: 'M-PESA does not know this phone number.' },
}

/**
 * What a code other than 0 says. Duplicates (15), failures inside M-PESA (17) and codes that are
 * not in the list leave open whether money has moved: the payment is asked about.
 */
export function meaningOf(
  code: string,
  text: string | null | undefined,
): Extract<PaymentReport, { outcome: 'failed' | 'unknown' }> {
  // Codes come from outside: only our own entries count.
  const known = Object.hasOwn(meanings, code) ? meanings[code] : undefined
  if (!known) return unknown(sentence(text, 'M-PESA did not say what happened to the payment.'))
  return { outcome: 'failed', code, reason: known.reason, stops_run: known.stops_run ?? false }
}
