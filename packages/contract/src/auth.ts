import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  byId,
  dataUrl,
  email,
  id,
  instant,
  message,
  name,
  newPassword,
  password,
  phone,
  samePassword,
  samePasswordError,
} from './fields.ts'
import { languages } from './languages.ts'
import { limits } from './limits.ts'
import { permissionNames, roles } from './permissions.ts'
import { proof, proofFields } from './second-factor.ts'
import { secondStep } from './second-factor-fields.ts'
import { fieldWords as words } from './wording.ts'

const code = z.string(words.codeRequired).trim().min(1, words.codeRequired).max(40)
const secret = { access: 'public', needs: 'login', secret: true } as const

export const loginInput = z.object({
  email,
  password: z.string(words.passwordRequired).min(1, words.passwordRequired).max(200),
  remember: z.boolean().optional(),
})
export const otpInput = z.object({ email, otp: code })
export const emailInput = z.object({ email })
export const updatePasswordInput = z
  .object({ email, ...newPassword, otp: code })
  .refine(samePassword, samePasswordError)
/** Asked of everybody but those who still have to choose their first password. */
const currentPassword = z.string(words.notText).max(200).optional()
export const changePasswordInput = z
  .object({ ...newPassword, current_password: currentPassword })
  .refine(samePassword, samePasswordError)
export const signupInput = z.object({
  first_name: name('First Name', 60),
  last_name: name('Last Name', 60),
  email,
  phone,
  password,
})
export const profileInput = z.object({
  first_name: name('First Name', 60),
  last_name: name('Last Name', 60),
  phone,
  email,
  /** Needed when the email changes; of those with a second factor, that as well. */
  ...proofFields,
})

export const profile = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(['active', 'inactive']),
  avatar: z.string().nullable(),
  created_at: instant,
  /** The previous sign-in (A27). */
  updated_at: instant.nullable(),
  employee_id: id.nullable(),
  organization_id: id.nullable(),
  /** Of somebody with no other organisation: the name of theirs, which is deactivated. */
  deactivated: z.string().nullable(),
  /** Employed no longer: sees their own payslips and tax forms only (B22). */
  leaver: z.boolean(),
  permissionNames: z.array(z.enum(permissionNames)),
  must_change_password: z.boolean(),
  /** Can do nothing else before a second factor is set up. */
  must_add_factor: z.boolean(),
  /** An address that waits for its code. */
  pending_email: z.string().nullable(),
  /** In which the employee's area is read. */
  language: z.enum(languages),
})
export type Profile = z.output<typeof profile>

export const membership = z.object({
  organization_id: id,
  name: z.string(),
  logo: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(['active', 'invited']),
  current: z.boolean(),
})
export type Membership = z.output<typeof membership>

/** Where somebody is signed in. */
export const ownSession = z.object({
  id,
  /** As the browser names itself; nothing where it says too little. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  created_at: instant,
  last_seen_at: instant,
  /** The one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

export const auth = {
  login: endpoint({
    ...secret,
    method: 'POST',
    path: 'login',
    summary:
      'Check email and password, then mail a code or ask for the second factor (200), or mail a ' +
      'first password (201).',
    body: loginInput,
    response: message.extend({ second_step: secondStep.optional() }),
  }),
  verifyOtp: endpoint({
    ...secret,
    method: 'POST',
    path: 'verify-otp',
    summary: 'Exchange the mailed code for a session.',
    body: otpInput,
    /** For API clients; a page is given the cookie alone. */
    response: z.object({ access_token: z.string().optional() }),
  }),
  requestOtp: endpoint({
    ...secret,
    method: 'POST',
    path: 'request-otp',
    summary: 'Send the sign-in code once more.',
    body: emailInput,
    response: message,
  }),
  resetPassword: endpoint({
    ...secret,
    method: 'POST',
    path: 'reset-password',
    summary: 'Mail a reset code.',
    body: emailInput,
    response: message,
  }),
  updatePassword: endpoint({
    ...secret,
    method: 'POST',
    path: 'update-password',
    summary: 'Set a new password with the mailed reset code.',
    body: updatePasswordInput,
    response: message,
  }),
  signup: endpoint({
    ...secret,
    method: 'POST',
    path: 'signup',
    summary: 'Open an account; the code mailed to the address completes it.',
    body: signupInput,
    response: message,
  }),
  sso: endpoint({
    ...secret,
    method: 'POST',
    path: 'sso',
    summary: 'Exchange a hand-over token of the accounts service for a session.',
    body: z.object({ token: z.string().min(1).max(4096), confirm: z.boolean().optional() }),
    response: z.object({
      access_token: z.string().nullable(),
      /** Set when the sign-in was not started here: the person is asked first. */
      continue_as: z.string().nullable(),
      second_step: secondStep.optional(),
    }),
  }),
  logout: endpoint({
    method: 'POST',
    path: 'logout',
    access: 'signed-in',
    needs: 'session',
    secret: true,
    summary: 'End the session.',
    response: message,
  }),
  heartbeat: endpoint({
    method: 'POST',
    path: 'heartbeat',
    access: 'signed-in',
    needs: 'session',
    effect: 'read',
    summary: 'Keep an active session alive.',
    response: z.object({ expires_at: instant }),
  }),
  profile: endpoint({
    method: 'GET',
    path: 'profile',
    access: 'signed-in',
    needs: 'session',
    summary: 'The signed-in person.',
    response: profile,
  }),
  profileOf: endpoint({
    method: 'GET',
    path: 'profile/:type',
    access: 'signed-in',
    needs: 'session',
    summary: 'The signed-in person; the type is a word of the specification and changes nothing.',
    params: z.object({ type: z.enum(['user', 'employee']) }),
    response: profile,
  }),
  updateProfile: endpoint({
    method: 'PATCH',
    path: 'profile',
    access: 'signed-in',
    summary:
      'Change name and phone; a new email needs the password, the second factor where there is ' +
      'one, and the code mailed to it.',
    needs: 'login',
    secret: true,
    body: profileInput,
    response: profile,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: 'profile/confirm-email',
    access: 'signed-in',
    needs: 'login',
    secret: true,
    summary: 'Start using the new email, given the code mailed to it.',
    body: z.object({ otp: code }),
    response: profile,
  }),
  updateAvatar: endpoint({
    method: 'PATCH',
    path: 'profile/avatar',
    access: 'signed-in',
    summary: 'Set the photo.',
    needs: 'login',
    body: z.object({ file: dataUrl('The photo', limits.logoBytes) }),
    response: profile,
  }),
  setLanguage: endpoint({
    method: 'PATCH',
    path: 'profile/language',
    access: 'signed-in',
    summary: "Choose the language of the employee's area and of letters to employees.",
    needs: 'session',
    body: z.object({ language: z.enum(languages) }),
    response: profile,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: 'change-password/:id',
    access: 'signed-in',
    needs: 'login',
    secret: true,
    summary: 'Change your own password, given the current one; every other session ends.',
    params: byId,
    body: changePasswordInput,
    response: message,
  }),
  verifyEmail: endpoint({
    method: 'PATCH',
    path: 'user/verify-email/:id',
    access: 'signed-in',
    needs: 'login',
    summary: 'Mark your own email as verified (it received the sign-in code).',
    params: byId,
    response: message,
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'sessions',
    access: 'signed-in',
    needs: 'login',
    summary: 'Where the signed-in person is signed in.',
    response: z.array(ownSession),
  }),
  endSession: endpoint({
    method: 'POST',
    path: 'session/end/:id',
    access: 'signed-in',
    needs: 'login',
    summary: 'End one of your own sessions.',
    secret: true,
    params: byId,
    body: proof.default({}),
    response: message,
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: 'session/end-others',
    access: 'signed-in',
    needs: 'login',
    summary: 'End every session of yours but this one.',
    secret: true,
    body: proof.default({}),
    response: message,
  }),
  memberships: endpoint({
    method: 'GET',
    path: 'memberships',
    access: 'signed-in',
    needs: 'login',
    summary: 'The organisations of the signed-in person, and invitations.',
    response: z.array(membership),
  }),
  acceptMembership: endpoint({
    method: 'POST',
    path: 'membership/accept/:id',
    access: 'signed-in',
    needs: 'login',
    summary: 'Accept the invitation of an organisation.',
    params: byId,
    response: message,
  }),
  declineMembership: endpoint({
    method: 'POST',
    path: 'membership/decline/:id',
    access: 'signed-in',
    needs: 'login',
    summary: 'Decline the invitation of an organisation.',
    params: byId,
    response: message,
  }),
  leaveMembership: endpoint({
    method: 'POST',
    path: 'membership/leave/:id',
    access: 'signed-in',
    needs: 'login',
    summary: "Leave an organisation; the employee's record stays there.",
    params: byId,
    response: message,
  }),
  switchBack: endpoint({
    method: 'POST',
    path: 'switch-back',
    access: 'super-admin',
    needs: 'login',
    summary: 'The platform operator leaves the organisation; a new token.',
    response: z.object({ token: z.string().optional() }),
    secret: true,
  }),
  switch: endpoint({
    method: 'POST',
    path: 'switch/:id',
    access: 'signed-in',
    needs: 'login',
    secret: true,
    summary: 'Act in another organisation; the answer carries a new token.',
    params: byId,
    response: z.object({ token: z.string().optional() }),
  }),
}
