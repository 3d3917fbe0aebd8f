import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'

/** Codes of an app (RFC 6238): six digits, a new one every 30 seconds, by the digest all know. */

const period_s = 30
/** A phone's clock may be half a minute off, either way. */
const window = 1

export const newKey = () => new Secret({ size: 20 }).base32

const appOf = (key: string, label = '') =>
  new TOTP({ issuer: 'Mshahara', label, secret: key, digits: 6, period: period_s })

/** What an app is given to read, as an address and as the picture of it. */
export async function enrolmentOf(key: string, email: string) {
  const address = appOf(key, email).toString()
  const picture = await QRCode.toDataURL(address, {
    errorCorrectionLevel: 'M',
    margin: 2,
    scale: 5,
  })
  return { secret: key, address, picture }
}

/** The interval that a code belongs to, if it is one of these minutes. */
export function stepOf(key: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = appOf(key).validate({ token: code, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period_s) + delta
}
