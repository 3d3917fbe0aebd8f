import '../zod.ts'
import { schemaResolver } from '@mantine/form'
import { auth } from '@mshahara/contract/auth'
import type { Call } from '@mshahara/contract/endpoint'
import { call } from '../lib/api.ts'
import { fieldErrors } from '../lib/field-errors.ts'
import { toast } from '../lib/toast.tsx'
import { Refused } from '../lib/wire.ts'
import { awaitCode, awaitFactor, isRemembered, remember } from './steps.ts'
import type { AuthTexts } from './texts.en.ts'

export { showErrors } from '../lib/field-errors.ts'

export type Credentials = NonNullable<Call<typeof auth.login>['body']>
export interface Outcome {
  /** Where it goes on. */
  to?: string
  /** To be told there. */
  news?: string
  errors?: Record<string, string>
  /** The password is to be typed again. */
  again?: true
}

/**
 * What the sign-in form does with what it holds. Apart from the form, because the schemas and all
 * that a call is made of weigh more than everything the form shows: it is fetched as one types.
 */
export async function sendSignIn(body: Credentials, t: AuthTexts): Promise<Outcome> {
  const wrong = auth.login.body && schemaResolver(auth.login.body, { sync: true })(body)
  if (wrong && Object.keys(wrong).length > 0) return { errors: wrong as Record<string, string> }
  try {
    const { status, data } = await call(auth.login, { body })
    remember(body.email, Boolean(body.remember))
    if (data.second_step) {
      awaitFactor(data.second_step)
      return { to: '/second-step' }
    }
    if (status === 201) {
      toast('info', t.firstTimeMail)
      return { to: '/employee-login', again: true }
    }
    awaitCode(body.email)
    return { to: '/verify-otp', news: t.otpSent }
  } catch (error) {
    // The call itself has told what happened.
    if (!(error instanceof Refused)) return {}
    const refused = { errors: fieldErrors(error, body), again: true } as const
    if (error.status !== 401) return refused
    remember(body.email, isRemembered())
    return { ...refused, to: '/employee-login' }
  }
}
