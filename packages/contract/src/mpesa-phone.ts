import { z } from 'zod'

/** The phone that a subscription is paid from. */

/** Specification 1, section 5: the digits alone must be 07 or 01 and eight more, or 254 before. */
export const mpesaPhone = z
  .string('Phone number is required')
  .refine((value) => value.trim() !== '', { error: 'Phone number is required', abort: true })
  .refine((value) => isMpesaPhone(value), 'Please enter a valid Kenyan phone number')
  .transform((value) => digitsOf(value))

/** However it is typed: 254712… and +254 712… are 0712…, as where the modal begins with it. */
const digitsOf = (value: string) => value.replace(/\D/g, '').replace(/^2540?(?=[17]\d{8}$)/, '0')

/** Spaces, dashes and brackets are passed over; a letter is a slip. */
const isMpesaPhone = (value: string) =>
  !/\p{L}/u.test(value) && /^0[17]\d{8}$/.test(digitsOf(value))

/** As M-PESA is instructed; `mpesa_account` is the same in the database. */
export const mpesaAccount = (phone: string) => `254${phone.slice(1)}`

/** As the modal begins with it: a leading 254 becomes 0. */
export const localPhone = (phone: string | null | undefined) =>
  (phone ?? '').replace(/[^\d+]/g, '').replace(/^\+?254/, '0')
