import { z } from 'zod'
import { blank } from './blank.ts'
import { isLoopbackName } from './loopback.ts'
import type { PaymentsMode } from './providers.ts'

/** The gateway that sends text messages, Africa's Talking: one for the whole platform. */
export interface TextingSettings {
  url: string
  username: string
  api_key: string
  /** The name or short code that messages come from; the gateway's own where none is given. */
  sender: string | undefined
}

const given = (value = z.string()) => blank(value.optional())

export const textingEnvironment = {
  SMS_USERNAME: given(),
  SMS_API_KEY: given(),
  SMS_SENDER: given(
    z
      .string()
      .regex(
        /^[A-Za-z0-9_ -]{3,11}$/,
        'SMS_SENDER must be a short code or a name of 3 to 11 letters.',
      ),
  ),
  SMS_URL: given(
    z
      .string()
      .regex(/^https?:\/\/[^\s?#]+[^/\s?#]$/, 'SMS_URL must look like https://api.example.com.'),
  ),
}
const settings = z.object(textingEnvironment)
type Settings = z.output<typeof settings> & {
  PAYMENTS_MODE: PaymentsMode
  SIMULATOR_URL?: string | undefined
}

/** What the simulator takes; apps/simulator/src/texts.ts has the same. */
const simulated = { username: 'sandbox', api_key: 'sim-sms-key', sender: undefined }

/** Undefined: no text message can be sent from here. */
export function textingOf(e: Settings): TextingSettings | undefined {
  const { SMS_USERNAME: username, SMS_API_KEY: api_key, SMS_SENDER: sender } = e
  if (username && api_key) {
    const part = username === 'sandbox' ? 'api.sandbox' : 'api'
    return { url: e.SMS_URL ?? `https://${part}.africastalking.com`, username, api_key, sender }
  }
  if (e.PAYMENTS_MODE !== 'simulator' || !e.SIMULATOR_URL) return undefined
  return { url: `${e.SIMULATOR_URL}/africastalking`, ...simulated }
}

export function textingFaults(e: Settings): string[] {
  const faults: string[] = []
  if (Boolean(e.SMS_USERNAME) !== Boolean(e.SMS_API_KEY)) {
    faults.push('SMS_USERNAME and SMS_API_KEY belong together: set both or none.')
  }
  const url = e.SMS_URL
  if (url && !url.startsWith('https:') && !isLoopbackName(new URL(url).hostname)) {
    faults.push('SMS_URL must begin with https://: codes and the key travel there.')
  }
  return faults
}
