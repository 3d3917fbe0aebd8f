import { contract } from '@mshahara/contract'
import { bind } from '../core/bind.ts'
import {
  acceptMembership,
  declineMembership,
  leaveMembership,
  memberships,
  switchTo,
} from './memberships.ts'
import { changePassword, resetPassword, updatePassword, verifyEmail } from './password.ts'
import { confirmEmail, profile, updateAvatar, updateProfile } from './profile.ts'
import { heartbeat, login, logout, requestOtp, verifyOtp } from './sign-in.ts'
import { signup } from './sign-up.ts'
import { sso } from './sso.ts'

export const auth = bind(contract.auth, {
  login,
  verifyOtp,
  requestOtp,
  resetPassword,
  updatePassword,
  signup,
  sso,
  logout,
  heartbeat,
  profile,
  profileOf: (ctx) => profile(ctx, { params: undefined, query: undefined, body: undefined }),
  updateProfile,
  confirmEmail,
  updateAvatar,
  changePassword,
  verifyEmail,
  memberships,
  acceptMembership,
  declineMembership,
  leaveMembership,
  switch: switchTo,
})

export { ssoStart } from './sso.ts'
