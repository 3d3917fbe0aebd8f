import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, email, id, instant, message, name } from './fields.ts'
import type { Permission } from './permissions.ts'
import { factorKinds, passkeyOptions } from './second-factor-fields.ts'
import { fieldWords as words } from './wording.ts'

/** Whoever pays, approves or manages: asked for a second factor where the organisation says so. */
export const secondFactorRights: readonly Permission[] = [
  'approve payrolls',
  'pay payrolls',
  'create employees',
  'edit employees',
  'create casuals',
  'edit casuals',
  'edit leaves',
  'edit loans',
  'create users',
  'edit users',
  'edit organization',
  'view integrations',
]

export const ownFactor = z.object({
  id,
  kind: z.enum(factorKinds),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
export type OwnFactor = z.output<typeof ownFactor>

const bytes = (most: number) => z.string(words.notText).min(1).max(most)
const credential = {
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

const factorCode = z.string(words.codeRequired).trim().min(1, words.codeRequired).max(40)

/** A code of the app or a recovery code, or else a passkey. */
export const factorAnswer = { code: factorCode.optional(), passkey: passkeyAnswer.optional() }

/** What a browser answers for a new passkey. */
const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    authenticatorData: bytes(8000).optional(),
    transports: z.array(z.string().max(20)).max(10).optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: bytes(8000).optional(),
  }),
})

/**
 * In a session, before something important: the factor, or the password of whoever has none. Which
 * of them is missing the server says.
 */
export const proofFields = {
  code: z.string(words.notText).trim().max(40).optional(),
  passkey: passkeyAnswer.optional(),
  current_password: z.string(words.notText).max(200).optional(),
}
export const proof = z.object(proofFields)

/** Shown once; empty when the person has theirs already. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** One's own: also for those who can do nothing else before they have one. */
const own = { access: 'signed-in', needs: 'session' } as const
const factorName = name('Name', 60)

export const secondFactor = {
  list: endpoint({
    ...own,
    method: 'GET',
    path: 'second-factors',
    summary: "The signed-in person's second factors.",
    response: z.object({
      factors: z.array(ownFactor),
      recovery_codes_left: z.number().int(),
      /** Asked for by the organisation or the platform. */
      required: z.boolean(),
      /** The session began so lately that most of what asks for a proof asks for none. */
      fresh: z.boolean(),
    }),
  }),
  challenge: endpoint({
    ...own,
    method: 'POST',
    path: 'second-factor/challenge',
    summary: 'What to ask of a passkey before something is changed.',
    secret: true,
    response: z.object({ passkey: passkeyOptions.nullable() }),
  }),
  beginTotp: endpoint({
    ...own,
    method: 'POST',
    path: 'second-factor/totp',
    summary: 'A key for an app that shows codes; it counts once a code of it came back.',
    secret: true,
    body: proof,
    response: z.object({
      secret: z.string(),
      address: z.string(),
      /** The address as a picture to be scanned. */
      picture: z.string(),
    }),
  }),
  confirmTotp: endpoint({
    ...own,
    method: 'POST',
    path: 'second-factor/totp/confirm',
    summary: 'Start using the app, given a code of it.',
    secret: true,
    body: z.object({ name: factorName, code: factorCode }),
    response: recoveryCodes,
  }),
  beginPasskey: endpoint({
    ...own,
    method: 'POST',
    path: 'second-factor/passkey',
    summary: 'What to ask of a new passkey.',
    secret: true,
    body: proof,
    response: z.object({ passkey: passkeyOptions }),
  }),
  confirmPasskey: endpoint({
    ...own,
    method: 'POST',
    path: 'second-factor/passkey/confirm',
    summary: 'Start using the passkey.',
    secret: true,
    body: z.object({ name: factorName, passkey: newPasskey }),
    response: recoveryCodes,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: 'second-factor/:id',
    access: 'signed-in',
    needs: 'login',
    summary: 'Call a second factor of yours by another name.',
    params: byId,
    body: z.object({ name: factorName }),
    response: message,
  }),
  remove: endpoint({
    method: 'POST',
    path: 'second-factor/remove/:id',
    access: 'signed-in',
    needs: 'login',
    summary: 'Remove a second factor of yours, given one of them again.',
    secret: true,
    params: byId,
    body: proof,
    response: message,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: 'second-factor/recovery-codes',
    access: 'signed-in',
    needs: 'login',
    summary: 'New recovery codes; the old ones no longer work.',
    secret: true,
    body: proof,
    response: recoveryCodes,
  }),
  reset: endpoint({
    method: 'POST',
    path: 'user-factors/reset/:id',
    access: 'primary',
    summary:
      'Remove all second factors of a colleague who has lost them; a while after the sign-in, ' +
      'given a proof again.',
    secret: true,
    params: byId,
    body: proof.default({}),
    response: message,
  }),
  rule: endpoint({
    method: 'GET',
    path: 'second-factor-rule',
    access: 'primary',
    summary: 'Whether those who pay, approve or manage must use a second factor.',
    response: z.object({ required: z.boolean(), lacking: z.array(z.string()) }),
  }),
  setRule: endpoint({
    method: 'PATCH',
    path: 'second-factor-rule',
    access: 'primary',
    summary:
      'Say whether those who pay, approve or manage must use a second factor; a while after the ' +
      'sign-in, given a proof again.',
    secret: true,
    body: proof.extend({ required: z.boolean('Please choose yes or no.') }),
    response: z.object({ required: z.boolean(), lacking: z.array(z.string()) }),
  }),
}

/** The second step of a sign-in; the first is `auth.login`. */
export const secondSteps = {
  verify: endpoint({
    method: 'POST',
    path: 'verify-second-factor',
    access: 'public',
    needs: 'login',
    secret: true,
    summary: 'Exchange the second factor, or a recovery code, for a session.',
    body: z.object({ email, ...factorAnswer }),
    /** For API clients; a page is given the cookie alone. */
    response: z.object({ access_token: z.string().optional() }),
  }),
}
