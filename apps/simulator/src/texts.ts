import { createHash } from 'node:crypto'
import type { Sim } from './sim.ts'
import { type Call, lost, type Reply } from './wire.ts'

/** Africa's Talking as far as it sends text messages: POST /version1/messaging. */

/** The one account that exists. */
const account = { username: 'sandbox', api_key: 'sim-sms-key' }
const enough = 500

/** By the last four digits of a number; every other gets its message. */
const endings: Record<string, readonly [code: number, status: string]> = {
  '0403': [403, 'InvalidPhoneNumber'],
  '0405': [405, 'InsufficientBalance'],
  '0406': [406, 'UserInBlacklist'],
  '0500': [500, 'InternalServerError'],
}
const cutOff = '0999'

export function message(sim: Sim, { headers, text }: Call): Reply {
  const form = new URLSearchParams(text)
  const to = form.get('to') ?? ''
  const words = form.get('message') ?? ''
  if (headers.apikey !== account.api_key || form.get('username') !== account.username) {
    const body = 'The supplied authentication is invalid'
    return { status: 401, type: 'text/plain', body }
  }
  if (!to || !words) {
    return { status: 400, type: 'text/plain', body: 'Request is missing required form field' }
  }
  if (to.endsWith(cutOff)) return lost
  const [statusCode, status] = /^\+\d{9,15}$/.test(to)
    ? (endings[to.slice(-4)] ?? [101, 'Success'])
    : [403, 'InvalidPhoneNumber']
  const sent = statusCode === 101
  const id = sent ? `ATXid_${digest(`${sim.texts.length} ${to} ${sim.clock.now()}`)}` : 'None'
  if (sent) {
    const from = form.get('from') || 'AFRICASTKNG'
    sim.texts.push({ id, from, number: to.slice(1), text: words, at: sim.clock.now() })
    sim.texts.splice(0, Math.max(0, sim.texts.length - enough))
    sim.changed()
  }
  const cost = sent ? 'KES 0.8000' : '0'
  const recipient = { statusCode, number: to, status, cost, messageId: id }
  const Message = `Sent to ${sent ? 1 : 0}/1 Total Cost: ${cost}`
  return { status: 201, body: { SMSMessageData: { Message, Recipients: [recipient] } } }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
