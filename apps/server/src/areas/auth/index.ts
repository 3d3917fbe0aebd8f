import { contract } from '@mshahara/contract'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import {
  acceptMembership,
  declineMembership,
  leaveMembership,
  memberships,
  switchBack,
  switchTo,
} from './memberships.ts'
import { endOtherSessions, endOwnSession, sessions } from './own-sessions.ts'
import { changePassword, resetPassword, updatePassword, verifyEmail } from './password.ts'
import { confirmEmail, profile, setLanguage, updateAvatar, updateProfile } from './profile.ts'
import { heartbeat, login, logout, verifyOtp } from './sign-in.ts'
import { requestOtp } from './sign-in-code.ts'
import { signup } from './sign-up.ts'
import { sso, ssoStart } from './sso.ts'
import { verifyFactor } from './verify-second-factor.ts'

/** A login belongs to its person, not to an organisation: all of this crosses them. */
export const auth = area('auth', {
  log: 'Sign-in',
  calls: [
    ...bind(contract.secondSteps, { verify: crossing(verifyFactor) }),
    ...bind(contract.auth, {
      login: crossing(login),
      verifyOtp: crossing(verifyOtp),
      requestOtp: crossing(requestOtp),
      resetPassword: crossing(resetPassword),
      updatePassword: crossing(updatePassword),
      signup: crossing(signup),
      sso: crossing(sso),
      logout: crossing(logout),
      heartbeat: crossing(heartbeat),
      profile: crossing(profile),
      profileOf: crossing((ctx: Ctx) =>
        profile(ctx, { params: undefined, query: undefined, body: undefined }),
      ),
      updateProfile: crossing(updateProfile),
      confirmEmail: crossing(confirmEmail),
      updateAvatar: crossing(updateAvatar),
      setLanguage: crossing(setLanguage),
      changePassword: crossing(changePassword),
      verifyEmail: crossing(verifyEmail),
      sessions: crossing(sessions),
      endSession: crossing(endOwnSession),
      endOtherSessions: crossing(endOtherSessions),
      memberships: crossing(memberships),
      acceptMembership: crossing(acceptMembership),
      declineMembership: crossing(declineMembership),
      leaveMembership: crossing(leaveMembership),
      switch: crossing(switchTo),
      switchBack: crossing(switchBack),
    }),
  ],
  pages: ssoStart,
})
