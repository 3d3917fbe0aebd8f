import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, dataUrl, id, instant, message, slice, text } from './fields.ts'
import { limits } from './limits.ts'
import { wordingOf } from './say.ts'

/** One letter of the operator to many clients: how it is written, sent and unsubscribed from. */

export const audienceNames = { all: 'All Clients', active: 'Active Clients' } as const
export type Audience = keyof typeof audienceNames

/** Only news can be unsubscribed from. */
export const kindNames = {
  news: 'News and offers',
  service: 'Notice about the contract',
} as const
export type MassEmailKind = keyof typeof kindNames

const names = <K extends string>(of: Record<K, string>) => Object.keys(of) as [K, ...K[]]

/** Larger letters are cut off by some mail programs. */
export const mostCharacters = 60_000
/** Everybody gets them: few, and no larger than a logo. */
export const mostFiles = 3
/** Becomes the recipient's first name, in subject and message. */
export const nameMark = '{name}'
export const noMessage = 'Message is required.'

/** Turns lines round or breaks them, unseen. */
const deceiving = /[\u2028-\u202e\u2066-\u2069]/

export const massEmailInput = z.object({
  audience: z
    .enum(names(audienceNames), 'Send To is All Clients or Active Clients.')
    .default('all'),
  kind: z.enum(names(kindNames), 'Please say what kind of letter it is.').default('news'),
  subject: text('Email Subject', 150).refine(
    (value) => !deceiving.test(value),
    'Email Subject contains characters that are not allowed.',
  ),
  message: z
    .string(noMessage)
    .trim()
    .min(1, noMessage)
    .max(mostCharacters, `Message can have at most ${mostCharacters / 1000},000 characters.`)
    .refine(
      (value) => !/\p{Cs}|(?![\t\n\r])\p{Cc}/u.test(value),
      'Message contains characters that are not allowed.',
    ),
  /** Pictures are shown in the letter, PDFs attached. */
  files: z
    .array(
      z.object({
        filename: text('File Name', 100),
        file: dataUrl('File', limits.logoBytes),
      }),
    )
    .max(mostFiles, `A letter takes at most ${mostFiles} files.`)
    .default([]),
})
export type MassEmailInput = z.output<typeof massEmailInput>

export const massEmail = z.object({
  id,
  audience: z.enum(names(audienceNames)),
  kind: z.enum(names(kindNames)),
  subject: z.string(),
  sent_name: z.string(),
  created_at: instant,
  /** Null while letters are still on their way. */
  finished_at: instant.nullable(),
  /** Addresses it was for; those who had unsubscribed are not among them. */
  recipients: z.number(),
  unsubscribed: z.number(),
  waiting: z.number(),
  sent: z.number(),
  failed: z.number(),
  uncertain: z.number(),
  /** Left out because somebody stopped the letter. */
  stopped: z.number(),
  stopped_at: instant.nullable(),
  stopped_name: z.string().nullable(),
})
export type MassEmail = z.output<typeof massEmail>

/** What a person decides about: it did not arrive, or nobody can tell (A22). */
export const unsettled = ['failed', 'uncertain'] as const

const massEmailDetails = massEmail.extend({
  /** As it was sent. */
  html: z.string(),
  files: z.array(z.string()),
  /** The first of those that failed or are uncertain. */
  troubled: z.array(
    z.object({ email: z.string(), state: z.enum(unsettled), error: z.string().nullable() }),
  ),
})
export type MassEmailDetails = z.output<typeof massEmailDetails>

const counted = z.object({
  organizations: z.number(),
  /** Addresses, each counted once. */
  addresses: z.number(),
  /** Of these, who wants no news. */
  unsubscribed: z.number(),
})
export type Counted = z.output<typeof counted>

const operator = { access: 'super-admin', needs: 'login' } as const
const byToken = z.object({ token: z.string().regex(/^[\w-]{43}$/) })
/** An address as far as whoever holds the letter needs to know it. */
export const newsWords = wordingOf('news', { sayWhether: 'Please say whether you want news.' })

const subscription = z.object({ email: z.string(), subscribed: z.boolean() })

export const massEmails = {
  audience: endpoint({
    ...operator,
    method: 'GET',
    path: 'mass-email/audience',
    summary: 'How many addresses a letter to all clients, or to active ones, would reach.',
    response: z.object({ all: counted, active: counted }),
  }),
  preview: endpoint({
    ...operator,
    method: 'POST',
    path: 'mass-email/preview',
    bodyBytes: limits.documentBody,
    effect: 'read',
    summary: 'The letter as it will arrive.',
    body: massEmailInput,
    response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  }),
  test: endpoint({
    ...operator,
    method: 'POST',
    path: 'mass-email/test',
    bodyBytes: limits.documentBody,
    summary: 'Send the letter to yourself only.',
    body: massEmailInput,
    response: message,
  }),
  send: endpoint({
    ...operator,
    method: 'POST',
    path: 'mass-email',
    bodyBytes: limits.documentBody,
    summary: 'Send a letter to all clients or to active ones, in the background.',
    body: massEmailInput,
    response: message.extend({ mass_email: massEmail }),
    success: 201,
  }),
  list: endpoint({
    ...operator,
    method: 'GET',
    path: 'mass-emails',
    summary: 'Letters sent, newest first; in the header x-total-count how many there are.',
    query: slice,
    response: z.array(massEmail),
  }),
  get: endpoint({
    ...operator,
    method: 'GET',
    path: 'mass-email/:id',
    summary: 'A letter as it was sent, how far it has come, and whom it did not reach.',
    params: byId,
    response: massEmailDetails,
  }),
  resend: endpoint({
    ...operator,
    method: 'POST',
    path: 'mass-email/resend/:id',
    summary: 'Send a letter again where it failed or nobody can tell; or on, where it was stopped.',
    params: byId,
    body: z.object({
      state: z.enum([...unsettled, 'stopped'], 'State is failed, uncertain or stopped.'),
    }),
    response: message.extend({ count: z.number() }),
  }),
  stop: endpoint({
    ...operator,
    method: 'POST',
    path: 'mass-email/stop/:id',
    summary: 'Stop a letter under way: whoever has not got it yet does not get it.',
    params: byId,
    response: message.extend({ count: z.number() }),
  }),
  subscription: endpoint({
    method: 'GET',
    path: 'unsubscribe/:token',
    access: 'public',
    needs: 'login',
    summary: 'Whether the recipient of a letter gets news, by the link in it.',
    params: byToken,
    response: subscription,
  }),
  subscribe: endpoint({
    method: 'POST',
    path: 'unsubscribe/:token',
    access: 'public',
    needs: 'login',
    summary: 'Unsubscribe the recipient of a letter from news, or subscribe them again.',
    params: byToken,
    body: z.object({ subscribed: z.boolean(newsWords.sayWhether) }),
    response: subscription,
  }),
}
