import { z } from 'zod'

/** What a sign-in needs of it; the calls themselves are in second-factor.ts. */

/** An app that shows codes (RFC 6238), or a passkey (WebAuthn). */
export const factorKinds = ['totp', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

export const bytes = (most: number) => z.string('This must be text.').min(1).max(most)
export const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** What a browser answers for a passkey that is there already. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: bytes(200).optional(),
  }),
})

export const factorCode = z
  .string('The code is required.')
  .trim()
  .min(1, 'The code is required.')
  .max(40)

/** A code of the app or a recovery code, or else a passkey. */
export const factorAnswer = { code: factorCode.optional(), passkey: passkeyAnswer.optional() }

/** What the browser is to ask of a passkey; the browser's own form, and no secret. */
export const passkeyOptions = z.record(z.string(), z.unknown())

/** How a sign-in goes on after the password. */
export const secondStep = z.object({
  email: z.string(),
  kinds: z.array(z.enum(factorKinds)),
  passkey: passkeyOptions.nullable(),
})
export type SecondStep = z.output<typeof secondStep>
