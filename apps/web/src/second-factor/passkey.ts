import type { SecondStep } from '@mshahara/contract/second-factor-fields'

/** Passkeys in the browser. The library is loaded when the first one is asked for. */

type Options = NonNullable<SecondStep['passkey']>

/** Only where the page has a name and a safe road: not at an address of numbers. */
export const canUsePasskeys = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$/.test(location.hostname)

/** What the device answers; nothing when the person cancelled or has none here. */
export async function askPasskey(options: Options) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as never }).catch(() => undefined)
}

export async function makePasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as never }).catch(() => undefined)
}
