// @tests story
import dns from 'node:dns'
import { afterEach, expect, test, vi } from 'vitest'
import { type FaultyPost, type Moment, moments, openFaulty, openSmtp } from '../../test/smtp.ts'
import { type HandOverResult, handOver } from './smtp.ts'

/** What a mail server can do to a message, and what may be concluded from it. */

let post: FaultyPost | undefined
afterEach(async () => {
  await post?.close()
})

const patience = { connecting_ms: 600, silence_ms: 600, whole_ms: 5_000 }
const message = {
  from: 'Mshahara <no-reply@mshahara.test>',
  to: 'amani@example.test',
  subject: 'Your payslip',
  messageId: '<1@mshahara.test>',
  text: 'attached',
  html: '<p>attached</p>',
  attachments: [],
}
/** Large enough not to fit into what the system takes off our hands at once. */
const large = {
  ...message,
  attachments: [
    {
      filename: 'a.pdf',
      content: Buffer.alloc(12 * 1024 * 1024, 7),
      contentType: 'application/pdf',
    },
  ],
}

const beforeContent: Moment[] = ['greeting', 'EHLO', 'MAIL FROM', 'RCPT TO', 'DATA']
const expected = (moment: Moment): HandOverResult['state'] => {
  if (moment === 'taken') return 'sent'
  return beforeContent.includes(moment) ? 'later' : 'uncertain'
}

for (const moment of moments) {
  for (const fault of ['cut', 'hang'] as const) {
    test(`${fault} at: ${moment}`, async () => {
      post = await openFaulty(moment, fault)
      const given = moment === 'some content' ? large : message
      const outcome = await handOver({ url: post.url, tls: false }, given, patience)
      expect(outcome.state).toBe(expected(moment))
      expect(post.taken).toHaveLength(['all content', 'taken'].includes(moment) ? 1 : 0)
    })
  }
}

test('a name that nobody tells the address of is given up, and tried again later', async () => {
  const answer = () => undefined
  vi.spyOn(dns, 'lookup').mockImplementation(answer as never)
  vi.spyOn(dns, 'resolve4').mockImplementation(answer as never)
  const server = { url: 'smtp://mail.example.test:2525', tls: false }
  const outcome = await handOver(server, message, { ...patience, whole_ms: 1_500 })
  vi.restoreAllMocks()
  expect(outcome.state).toBe('later')
})

test('a server that says no for now or for good is taken at its word', async () => {
  const says = async (moment: Moment, words: '451 later' | '550 never') => {
    post = await openFaulty(moment, words)
    const outcome = await handOver({ url: post.url, tls: false }, message, patience)
    await post.close()
    return outcome
  }
  for (const moment of moments.filter((one) => !['some content', 'taken'].includes(one))) {
    const reason = expect.stringContaining('later')
    expect(await says(moment, '451 later'), moment).toEqual({ state: 'later', reason })
  }
  for (const moment of ['MAIL FROM', 'RCPT TO', 'DATA', 'all content'] as const) {
    const reason = expect.stringContaining('never')
    expect(await says(moment, '550 never'), moment).toEqual({ state: 'refused', reason })
  }
  // Not about the message: the server may think better of us.
  expect((await says('greeting', '550 never')).state).toBe('later')
  expect((await says('EHLO', '550 never')).state).toBe('later')
})

test('nobody listens, or the name is unknown: later', async () => {
  const gone = await openSmtp()
  await gone.close()
  expect((await handOver({ url: gone.url, tls: false }, message, patience)).state).toBe('later')
  const nowhere = 'smtp://no-such-host.invalid:25'
  expect((await handOver({ url: nowhere, tls: false }, message, patience)).state).toBe('later')
})

test('a server that keeps us waiting word by word meets the limit for the whole', async () => {
  post = await openFaulty('all content', 'hang')
  const begun = performance.now()
  const slow = { connecting_ms: 5_000, silence_ms: 60_000, whole_ms: 700 }
  const outcome = await handOver({ url: post.url, tls: false }, message, slow)
  expect(outcome).toMatchObject({ state: 'uncertain', reason: 'The mail server took too long.' })
  expect(performance.now() - begun).toBeLessThan(20_000)
})

test('an address that is none is refused without a connection left open', async () => {
  post = await openFaulty('taken', 'cut')
  const outcome = await handOver({ url: post.url, tls: false }, { ...message, to: '' }, patience)
  expect(outcome.state).toBe('refused')
})
