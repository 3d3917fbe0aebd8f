import { z } from 'zod'
import type { TextingSettings } from '../config/texting.ts'
import type { HandOverResult } from '../mail/smtp.ts'
import type { Answer, Send } from './wire.ts'

/**
 * Africa's Talking: one text message to one number, as its documentation of bulk SMS has it
 * (developers.africastalking.com, November 2026). The sender pays and messages are queued unless a
 * field says otherwise, so neither `bulkSMSMode` nor `enqueue` is sent. The gateway knows no key of
 * ours, so what may have been taken is not sent again (A22).
 */

export interface TextMessage {
  /** As the records have it: 0712345678, or with + and the country's code. */
  to: string
  text: string
}

export const international = (phone: string) =>
  phone.startsWith('0') ? `+254${phone.slice(1)}` : phone

const answered = z.object({
  SMSMessageData: z.object({
    Message: z.string().optional(),
    Recipients: z.array(z.object({ statusCode: z.coerce.number(), status: z.string() })),
  }),
})

export async function sendText(
  { url, username, api_key, sender }: TextingSettings,
  send: Send,
  { to, text }: TextMessage,
): Promise<HandOverResult> {
  const form = new URLSearchParams({ username, to: international(to), message: text })
  if (sender) form.set('from', sender)
  const answer = await send(`${url}/version1/messaging`, {
    method: 'POST',
    headers: { apiKey: api_key, 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  return outcomeOf(answer)
}

/** Our balance or the gateway's own trouble: the same message may go a little later. */
const passing = [405, 500, 501]
/** UserInBlacklist: the owner of the number has said stop, to the gateway or their network. */
const unwanted = 406

export function outcomeOf(answer: Answer): HandOverResult {
  if (answer.outcome === 'not_sent') return { state: 'later', reason: answer.reason }
  if (answer.outcome === 'lost') return { state: 'uncertain', reason: answer.reason }
  const { status, body } = answer
  if (status === 401) {
    return { state: 'later', reason: 'The SMS gateway does not accept username and key.' }
  }
  if (status === 429 || status === 503) {
    return { state: 'later', reason: 'The SMS gateway asks us to try later.' }
  }
  if (status >= 400 && status < 500) {
    return { state: 'refused', reason: `The SMS gateway refused the message (${status}).` }
  }
  const told = answered.safeParse(body).data?.SMSMessageData
  const [recipient] = told?.Recipients ?? []
  if (!recipient) {
    // It answers so when the sender's name is not registered: nothing was sent.
    return told
      ? { state: 'refused', reason: told.Message || 'The SMS gateway accepted no number.' }
      : { state: 'uncertain', reason: 'The SMS gateway gave an unknown answer.' }
  }
  if (recipient.statusCode >= 100 && recipient.statusCode <= 102) return { state: 'sent' }
  const reason = `The SMS gateway says ${recipient.status} (${recipient.statusCode}).`
  if (recipient.statusCode === unwanted) return { state: 'refused', reason, unwanted: true }
  return { state: passing.includes(recipient.statusCode) ? 'later' : 'refused', reason }
}
