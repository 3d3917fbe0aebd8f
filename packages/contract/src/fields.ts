import { z } from 'zod'
import { amountIn } from './amounts.ts'
import { fieldWords as words } from './wording.ts'

/** Building blocks of inputs: one rule and one sentence each, for browser and server alike. */

/** In small letters, as the database has it: the same id is the same text everywhere. */
export const idNamed = (message: string) => z.uuid(message).toLowerCase()
export const id = idNamed(words.notId)
export const byId = z.object({ id })

const required = (label: string) => words.required({ label })

/** Control characters and broken halves of others: no database and no mail takes them. */
const isClean = (value: string) => !/[\p{Cc}\p{Cs}]/u.test(value)
const clean = (label: string) => words.unclean({ label })

export const text = (label: string, max = 120) =>
  z
    .string(required(label))
    .trim()
    .min(1, required(label))
    .max(max, words.tooLong({ label, most: max }))
    .refine(isClean, clean(label))

/**
 * What a mail program would turn into a link: emails show names, and must lead nowhere else.
 * Letters are counted, never "or more": a text without a dot would be read again from each of its
 * letters.
 */
const endings =
  'com|net|org|info|biz|app|dev|xyz|online|site|shop|store|top|club|link|click|live|page|web|tech'
const label = '[\\p{L}\\p{N}-]'
const address = new RegExp(
  [
    '://',
    '[^\\s@]@[^\\s@]',
    '\\bwww\\.',
    `${label}{2}\\.(?:${endings})(?!${label})`,
    `${label}{3}\\.[a-z]{2}(?!${label})`,
    `${label}\\.(?:co|or|go|ac|ne|me|sc)\\.ke(?!${label})`,
  ].join('|'),
  'iu',
)

/** Of a person or an organisation. */
export const name = (label: string, max = 120) =>
  text(label, max).refine(
    (value) => !address.test(value.normalize('NFKC')),
    words.address({ label }),
  )

/** Empty means "not given"; stored as null. */
export const optionalText = (label: string, max = 120) =>
  z
    .string()
    .trim()
    .max(max, words.tooLong({ label, most: max }))
    .refine(isClean, clean(label))
    .nullish()
    .transform((value) => value || null)

/** A field of a form that may be left empty; stored as null. */
export const optional = <T extends z.ZodType<unknown, string>>(schema: T) =>
  z
    .string(words.notText)
    .trim()
    .nullish()
    .transform((value) => value || null)
    .pipe(schema.nullable())

export const email = z
  .string(required('Email address'))
  .trim()
  .toLowerCase()
  .min(1, required('Email address'))
  .max(190, words.tooLong({ label: 'Email address', most: 190 }))
  .pipe(z.email(words.email))

const phoneLike = (kenyan: RegExp) =>
  z
    .string(required('Phone'))
    .trim()
    .transform((value) => value.replace(/[\s().-]/g, ''))
    .transform((value) => value.replace(/^(\+?254)(?=[1-7]\d{7,8}$)/, '0'))
    .refine((value) => value !== '', required('Phone'))
    .refine(
      (value) => value === '' || kenyan.test(value) || /^\+(?!254)\d{8,15}$/.test(value),
      words.phone,
    )

/** Kenyan numbers as people write them, stored as 07… or 01…; others in international form. */
export const phone = phoneLike(/^0[17]\d{8}$/)
/** An office may also have a landline: 020 234 5678. */
export const officePhone = phoneLike(/^0([17]\d{8}|[2-6]\d{7,8})$/)

/** Completed where only the name was written. */
export const website = z
  .string()
  .trim()
  .max(190, words.tooLong({ label: 'Website', most: 190 }))
  .nullish()
  .transform((value) => (value && !value.includes('://') ? `https://${value}` : value || null))
  .refine(
    (value) => value === null || /^https?:\/\/[^\s/$.?#]+\.[^\s]+$/i.test(value),
    'Please enter a full web address, such as https://example.co.ke.',
  )

export const kraPin = z
  .string(required('PIN No'))
  .trim()
  .toUpperCase()
  .min(1, required('PIN No'))
  .refine(
    (value) => value === '' || /^[A-Z]\d{9}[A-Z]$/.test(value),
    'A KRA PIN is a letter, nine digits and a letter, such as P051234567A.',
  )

export const digits = (label: string, max = 30) =>
  z
    .string()
    .trim()
    .max(max, words.tooManyDigits({ label, most: max }))
    .nullish()
    .transform((value) => value?.replace(/[\s-]/g, '') || null)
    .refine((value) => value === null || /^\d+$/.test(value), words.digitsOnly({ label }))

export const passwordMin = 8
export const password = z
  .string(words.passwordRequired)
  .min(passwordMin, words.passwordShort({ least: passwordMin }))
  .max(128, words.passwordLong)

/** A new password and its repetition. */
export const newPassword = {
  password,
  password_confirmation: z.string(words.repeatPassword),
}
export const samePassword = (value: { password: string; password_confirmation: string }) =>
  value.password === value.password_confirmation
export const samePasswordError = {
  path: ['password_confirmation'],
  error: words.passwordsDiffer,
}

/** 0/1 and true/false, in either spelling. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1]), z.literal(['0', '1', 'true', 'false'])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

/** A yes or no that the wire shows as 1 or 0. */
export const bit = z
  .boolean()
  .transform((yes) => (yes ? 1 : 0))
  .pipe(z.literal([0, 1]))

/** A day of the calendar, which has no year 0. */
export const dayOr = (sentence: string) =>
  z.iso
    .date({ error: sentence, abort: true })
    .refine((value) => !value.startsWith('0000'), sentence)
export const day = dayOr(words.day)
/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime()

export const month = z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, words.month)

/** Money on the wire is shillings; a handler works with whole cents. */
export const shillings = z
  .int()
  .transform((cents) => cents / 100)
  .pipe(z.number())

/** An empty field is not a wrong one. */
export const numberFault = (label: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === ''
      ? required(label)
      : words.notNumber({ label, hint: typeof input === 'string' && /\d/.test(input) }),
})

/** A number, or one as forms and sheets take it: "12,500" or "2.5" (B27), within its bounds. */
export function numberInput(label: string, bounded: (number: z.ZodNumber) => z.ZodNumber) {
  const number = bounded(z.number(numberFault(label)))
  // The bounds of the number that it becomes, for whoever reads the documentation.
  const told = z.number().meta({
    ...(number.isInt && { type: 'integer' }),
    ...limitsOf(number),
  })
  return z
    .union([told, z.string()], numberFault(label))
    .transform((given) => (typeof given === 'string' ? (amountIn(given) ?? given) : given))
    .pipe(number as z.ZodType<number, number | string>)
}

const limitsOf = ({ minValue, maxValue }: z.ZodNumber) => ({
  ...(Number.isFinite(minValue) && { minimum: minValue }),
  ...(Number.isFinite(maxValue) && { maximum: maxValue }),
})

const mostShillings = 1_000_000_000

/** An amount, kept in cents. */
export const shillingsInput = (label: string) =>
  numberInput(label, (amount) =>
    amount
      .min(0, words.negative({ label }))
      .max(mostShillings, words.tooLarge({ label }))
      .refine(
        (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4,
        words.decimals({ label }),
      ),
  ).transform((value) => Math.round(value * 100))

export const dataUrl = (label: string, bytes: number) =>
  z
    .string(required(label))
    .min(1, required(label))
    .max(Math.ceil((bytes * 4) / 3) + 200, words.tooLarge({ label }))
    .regex(/^data:[\w.+/-]*;base64,[A-Za-z0-9+/]+=*$/, words.unread({ label }))

export const message = z.object({ message: z.string() })

/** Saved, and something that whoever saved it should know. */
export const withWarning = { warning: z.string().optional() }

/** A part of a long list; how long it is stands in the header x-total-count. */
export const slice = z.object({
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  search: z.string().max(100).optional(),
})
