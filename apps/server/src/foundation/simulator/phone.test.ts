import { expect, test } from 'vitest'
import { simulated, startSimulator } from '../../test/providers.ts'
import { openWorld } from '../../test/world.ts'
import { mpesaCertificate } from '../providers/mpesa-certificate.ts'

/** The page of the phones, and the simulator behind it as a server and its tests know it. */

const simulator = await startSimulator({ phone: 'manual' })
const world = await openWorld({ env: simulator.env })
const ask = (url: string) => world.app.inject(url)
const answer = (id: string, given: object, origin = world.parts.config.publicUrl) =>
  world.app.inject({
    method: 'POST',
    url: `/dev/phone/${id}`,
    headers: { origin },
    payload: given,
  })

async function prompted(number: string) {
  const { consumer_key, consumer_secret, paybill } = simulated.daraja
  const authorization = `Basic ${btoa(`${consumer_key}:${consumer_secret}`)}`
  const at = simulator.providers.daraja
  const grant = 'oauth/v1/generate?grant_type=client_credentials'
  const token = await fetch(`${at}/${grant}`, { headers: { authorization } })
  const { access_token } = (await token.json()) as { access_token: string }
  const Timestamp = '20261115093000'
  await fetch(`${at}/mpesa/stkpush/v1/processrequest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      BusinessShortCode: paybill.shortcode,
      Password: btoa(`${paybill.shortcode}${paybill.passkey}${Timestamp}`),
      Timestamp,
      TransactionType: 'CustomerPayBillOnline',
      Amount: 2500,
      PartyA: number,
      PartyB: paybill.shortcode,
      PhoneNumber: number,
      CallBackURL: 'http://127.0.0.1:1/hooks/s/1',
      AccountReference: 'SUB1',
      TransactionDesc: 'Subscription',
    }),
  })
  const [prompt] = ((await ask('/dev/phone.json')).json() as { prompts: { id: string }[] }).prompts
  return prompt?.id ?? ''
}

test('a prompt is answered on the page, and only there', async () => {
  const page = await ask('/dev/phone')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect((await ask('/dev/phone.js')).headers['content-type']).toContain('text/javascript')
  const id = await prompted('254722000111')
  expect((await answer(id, { answer: 'pin' }, 'https://evil.example')).statusCode).toBe(403)
  expect((await answer(id, { answer: 'maybe' })).statusCode).toBe(400)
  expect((await answer(id, { answer: 'pin' })).statusCode).toBe(200)
  expect((await answer(id, { answer: 'pin' })).statusCode).toBe(404)
  const { prompts, messages } = (await ask('/dev/phone.json?number=722000111')).json()
  expect(prompts).toEqual([])
  expect(messages).toMatchObject([{ number: '254722000111', amount: 250_000, from: 'M-PESA' }])
  expect((await ask('/dev/phone.json?number=733')).json().messages).toEqual([])
  const { movements } = await simulator.ledger()
  expect(movements).toMatchObject([{ kind: 'stk', state: 'paid', amount: 250_000 }])
})

test('the certificate comes from the simulator', async () => {
  const pem = await mpesaCertificate(world.parts.config)
  expect(pem).toBe(await simulator.certificate())
  const none = { ...world.parts.config, simulatorUrl: undefined }
  await expect(mpesaCertificate(none)).rejects.toThrow('MPESA_CERT names no file')
  const missing = { ...none, mpesaCert: '/nowhere.pem' }
  await expect(mpesaCertificate(missing)).rejects.toThrow('/nowhere.pem, which cannot be read')
})

test('a simulator that is gone is said to be', async () => {
  await simulator.stop()
  const reply = await ask('/dev/phone.json')
  expect([reply.statusCode, reply.json().message]).toEqual([
    503,
    'The payment simulator does not answer.',
  ])
})

test('there is no phone in production, nor where nothing is simulated', async () => {
  const real = await openWorld({ env: simulator.env, settings: { production: true } })
  const plain = await openWorld()
  for (const { app } of [real, plain]) {
    for (const url of ['/dev/phone', '/dev/phone.json', '/dev/phone.js']) {
      expect((await app.inject({ url, headers: { host: '127.0.0.1:3000' } })).statusCode).toBe(404)
    }
  }
})
