import { type Wording, wordingOf } from './say.ts'

/** The error catalogue (specification 1, section 8), the same words on both sides of the wire. */
export const errorWords = wordingOf('errors', {
  badRequest: 'Bad Request: The server could not process your request.',
  unauthorized: 'Unauthorized: Please log in again to continue.',
  forbidden: 'Forbidden: You do not have permission to access this resource.',
  server: 'Server Error: Something went wrong on our end. Please try again later.',
  unavailable:
    'Service Unavailable: The server is temporarily unavailable. Please try again later.',
  network:
    'Network Error: Unable to connect to the server. Please check your internet connection and try again.',
  unexpected:
    'An unexpected error occurred. Please try again or contact support if the issue persists.',
  someError: 'Something went wrong. Please try again.',
  other: ({ status, message }: { status: number; message: string }) =>
    `Error ${status}: ${message}`,
  noPage: 'You do not have permission to access this page.',
  activeSession: 'You have an active session. Please logout first.',
  organizationFirst: 'Please create your organization first.',
  openFirst: 'Please open an organization first.',
  primaryReverses: 'Only a primary user may reverse a payroll.',
  primaryDecides: 'Only a primary user may decide about loans.',
  /** Told to its people at the next click and at sign-in. */
  deactivated: ({ organization }: { organization: string }) =>
    `${organization} has been deactivated. Nobody can work in it until it is activated again. ` +
    'Please contact support.',
})

export const catalogue = {
  400: errorWords.badRequest,
  401: errorWords.unauthorized,
  403: errorWords.forbidden,
  500: errorWords.server,
  503: errorWords.unavailable,
} as const
export const catalogued = (status: number): Wording | undefined =>
  (catalogue as Record<number, Wording>)[status]

/** What a page must recognise in a refusal, whichever sentence comes with it. */
export type RefusalCode = 'switched' | 'deactivated' | 'removed' | 'second-factor'

/** Why, for programs: the code of a sentence and the values in it. */
export interface Reason {
  code?: RefusalCode | (string & {})
  values?: object
}

/** The body of every refusal; sentences are in the language of `Accept-Language`, en or sw. */
export interface Refusal extends Reason {
  message: string
  errors?: Record<string, string[]>
  /** Of each sentence under `errors`. */
  reasons?: Record<string, Reason[]>
}
