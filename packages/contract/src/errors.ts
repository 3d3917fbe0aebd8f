/** The error catalogue (specification 1, section 8), the same words on both sides of the wire. */
export const catalogue: Record<number, string> = {
  400: 'Bad Request: The server could not process your request.',
  401: 'Unauthorized: Please log in again to continue.',
  403: 'Forbidden: You do not have permission to access this resource.',
  500: 'Server Error: Something went wrong on our end. Please try again later.',
  503: 'Service Unavailable: The server is temporarily unavailable. Please try again later.',
}
export const networkError =
  'Network Error: Unable to connect to the server. Please check your internet connection and try again.'
export const unexpectedError =
  'An unexpected error occurred. Please try again or contact support if the issue persists.'
export const otherError = (status: number, message?: string) =>
  `Error ${status}: ${message || 'Something went wrong. Please try again.'}`

/** Told to its people at the next click and at sign-in. */
export const isDeactivated = (organization: string) =>
  `${organization} has been deactivated. Nobody can work in it until it is activated again. ` +
  'Please contact support.'

/** What a program must recognise in a refusal: sentences are for people, and change. */
export type RefusalCode = 'switched' | 'deactivated' | 'removed' | 'second-factor'

/** The body of every refusal. */
export interface Refusal {
  message: string
  code?: RefusalCode
  errors?: Record<string, string[]>
}
