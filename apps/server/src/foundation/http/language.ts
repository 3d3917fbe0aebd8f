import type { Language } from '@mshahara/contract/language'
import type { FastifyRequest } from 'fastify'
import type { Refused } from '../core/fail.ts'
import type { SignedIn } from '../core/signed-in.ts'
import type { Services } from './services.ts'

/** The language that a request is answered in, and whether an employee may have sent it. */

/** The language on the screen; a program that names none is answered in English. */
export const languageOf = ({ headers }: FastifyRequest): Language =>
  headers['accept-language']?.toLowerCase().startsWith('sw') ? 'sw' : 'en'

const employees = new WeakSet<FastifyRequest>()

/** Whoever has not signed in may be one too; whoever registers an organisation is not. */
export function noteAsker(request: FastifyRequest, user: SignedIn | undefined) {
  if (!user || (user.role === 'employee' && user.organization_id)) employees.add(request)
  else employees.delete(request)
}

/** In tests: what employees, or people who have not signed in, can be told is said in Swahili. */
export function refuseUntranslated(
  { guarded }: Services,
  request: FastifyRequest,
  refused: Refused,
) {
  if (!guarded || !employees.has(request)) return
  const { said, errors = {} } = refused
  const lacking = [said, ...Object.values(errors).flat()].filter(({ sw }) => sw === undefined)
  if (lacking.length === 0) return
  const named = lacking.map(({ code, en }) => `${code}: ${en}`)
  throw new Error(`An employee can be told this in English only: ${named.join('; ')}`)
}
