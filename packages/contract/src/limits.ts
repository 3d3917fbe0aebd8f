import { wordingOf } from './say.ts'

export const minute = 60

export const limits = {
  idleWarning_s: 270,
  idleLogout_s: 300,
  idleServer_s: 330,
  sessionHours: 8,
  /** For so long after the sign-in its own proof is enough. */
  freshMinutes: 10,
  otpCooldown_s: 60,
  otpMinutes: 10,
  resetMinutes: 30,
  activationHours: 72,
  codeTries: 5,
  codesPerHour: 5,
  expiringDays: 3,
  deviceDays: 180,
  unlimitedAbove: 900,
  trialMonthsSelf: 2,
  trialMonthsOperator: 1,
  logoBytes: 2 * 1024 * 1024,
  imagePixels: 40_000_000,
  documentBytes: 10 * 1024 * 1024,
  /** A document as a data URL in JSON. */
  documentBody: 14 * 1024 * 1024,
  importRows: 20_000,
  /** Above this many rows an import works in the background. */
  importAtOnce: 200,
  youngest: 16,
} as const

const megabytes = (bytes: number) => bytes / 1024 / 1024
export const documentMegabytes = megabytes(limits.documentBytes)
export const pictureMegabytes = megabytes(limits.logoBytes)
export const sizeWords = wordingOf('sizes', {
  document: ({ megabytes }: { megabytes: number }) => `The file is larger than ${megabytes} MB.`,
  picture: ({ megabytes }: { megabytes: number }) => `The picture is larger than ${megabytes} MB.`,
})
export const documentTooLarge = sizeWords.document({ megabytes: documentMegabytes })
export const pictureTooLarge = sizeWords.picture({ megabytes: pictureMegabytes })

export const organizationHeader = 'x-organization'
/** How many rows there are, when only a slice of them was asked for. */
export const totalHeader = 'x-total-count'
export const accessHeader = 'x-access'
/** Sent by the pages of the web application, which need no token in an answer. */
export const pageHeader = 'x-page'
export const timeZone = 'Africa/Nairobi'
