import type { passkeyAnswer } from '@mshahara/contract/second-factor'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Config } from '../../foundation/config/config.ts'
import { isLoopbackName } from '../../foundation/config/loopback.ts'
import type { Factor, NewCredential } from './factors.ts'

/** Passkeys (WebAuthn): the browser signs a challenge with a key that never leaves the device. */

/** Loaded when the first passkey is met: most servers start without one. */
const webauthn = () => import('@simplewebauthn/server')

/** ES256, RS256 and EdDSA: what devices have. */
const supportedAlgorithmIDs = [-7, -257, -8]

/**
 * For whom a passkey is made. It belongs to a name, never to an address of numbers: on one's own
 * machine that is `localhost`.
 */
export function relyingParty({ publicUrl, production }: Pick<Config, 'publicUrl' | 'production'>) {
  const url = new URL(publicUrl)
  if (!production && isLoopbackName(url.hostname)) url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin }
}
export type RelyingParty = ReturnType<typeof relyingParty>

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const known = (factors: Factor[]) =>
  factors.flatMap(({ credential_id, transports }) =>
    credential_id ? [{ id: credential_id, transports: transports ?? [] }] : [],
  )

interface Person {
  id: string
  email: string
  first_name: string
  last_name: string
}

export const newPasskeyOptions = async (
  { id: rpID }: RelyingParty,
  { id, email, first_name, last_name }: Person,
  factors: Factor[],
  challenge: string,
) =>
  (await webauthn()).generateRegistrationOptions({
    rpName: 'Mshahara',
    rpID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: `${first_name} ${last_name}`.trim(),
    challenge: bytesOf(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known(factors),
    // The password came before: the device need not ask who holds it, though it may.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })

export const passkeyOptions = async (
  { id: rpID }: RelyingParty,
  factors: Factor[],
  challenge: string,
) =>
  (await webauthn()).generateAuthenticationOptions({
    rpID,
    allowCredentials: known(factors),
    challenge: bytesOf(challenge),
    userVerification: 'preferred',
  })

export type IsChallenge = (challenge: string) => boolean

/** The new passkey, if it was made here and for this challenge. */
export async function credentialIn(
  party: RelyingParty,
  answer: unknown,
  isChallenge: IsChallenge,
): Promise<NewCredential | undefined> {
  try {
    const { verifyRegistrationResponse } = await webauthn()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: isChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    })
    if (!verified || !registrationInfo) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports }
  } catch {
    // Whatever cannot be read or does not verify is no passkey.
    return undefined
  }
}

/** What the passkey counts after this, if it is the one and signed this challenge here. */
export async function counterIn(
  party: RelyingParty,
  answer: z.output<typeof passkeyAnswer>,
  factor: Factor,
  isChallenge: IsChallenge,
): Promise<number | undefined> {
  try {
    const { verifyAuthenticationResponse } = await webauthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: isChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: {
        id: factor.credential_id as string,
        publicKey: new Uint8Array(factor.public_key as Buffer),
        counter: factor.counter as number,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}
