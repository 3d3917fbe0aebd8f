import { z } from 'zod'

/** What every first visit loads of it; all else is in second-factor.ts. */

/** An app that shows codes (RFC 6238), or a passkey (WebAuthn). */
export const factorKinds = ['totp', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** What the browser is to ask of a passkey; the browser's own form, and no secret. */
export const passkeyOptions = z.record(z.string(), z.unknown())

/** How a sign-in goes on after the password. */
export const secondStep = z.object({
  email: z.string(),
  kinds: z.array(z.enum(factorKinds)),
  passkey: passkeyOptions.nullable(),
})
export type SecondStep = z.output<typeof secondStep>
