import { expect, test } from 'vitest'
import { startSimulator } from '../../test/providers.ts'
import { openWorld } from '../../test/world.ts'
import { readConfig } from '../config/config.ts'
import { outgoing } from './mail.ts'
import { lanes } from './outbox.ts'
import { recordText } from './texts.ts'

/** From the outbox over the gateway's real wire to a phone of the simulator. */

const simulator = await startSimulator()
const world = await openWorld({ env: simulator.env })
const { parts } = world
const organization = await world.addOrganization()

const record = (to: string, text = 'Your code is 123456') =>
  world.platform((tx) => recordText(tx, parts, organization, { to, text }))

/** The lane's round until nothing is left to do. */
async function goOut(config = parts.config) {
  const { secrets, db, files, post: health } = parts
  const rounds = outgoing(config, secrets, db, { files, mirror: async () => {}, health })
  const round = rounds.find(({ name }) => name === lanes.texts)
  for (let work = await round?.next(); work; work = await round?.next()) await work()
}

const stateOf = async (to: string) => {
  const [row] = await world.rows('select state, error, body from mails where recipient = $1', [to])
  return row
}
const phone = async (number: string) =>
  (await world.app.inject(`/dev/phone.json?number=${number}`)).json().messages

test('a text message goes out once and is read on the phone', async () => {
  await record('0722000111')
  await goOut()
  await goOut()
  expect(await stateOf('0722000111')).toEqual({ state: 'sent', error: null, body: null })
  expect(await phone('254722000111')).toMatchObject([
    { from: 'AFRICASTKNG', number: '254722000111', text: 'Your code is 123456' },
  ])
  expect(await phone('254733')).toEqual([])
})

test.each([
  ['0722000403', 'failed', 'The SMS gateway says InvalidPhoneNumber (403).'],
  ['0722000405', 'queued', 'The SMS gateway says InsufficientBalance (405).'],
  ['0722000999', 'uncertain', expect.stringContaining('')],
])('%s: %s', async (to, state, error) => {
  await record(to)
  await goOut()
  expect(await stateOf(to)).toMatchObject({ state, error })
  expect(await phone(`254${to.slice(1)}`)).toEqual([])
})

test('a gateway whose name nobody resolves keeps a message waiting, which then goes out once', async () => {
  const to = '0722000222'
  await record(to)
  const { config } = parts
  const away = { ...config.texting, url: 'http://nowhere.invalid' } as typeof config.texting
  await goOut({ ...config, texting: away })
  expect(await stateOf(to)).toMatchObject({ state: 'queued', error: expect.any(String) })
  expect(await phone('254722000222')).toEqual([])
  await world.rows(`update mails set try_at = now() where recipient = $1`, [to])
  await goOut()
  await goOut()
  expect(await stateOf(to)).toEqual({ state: 'sent', error: null, body: null })
  expect(await phone('254722000222')).toHaveLength(1)
})

test('without a gateway there is no such round, and half a configuration is refused', () => {
  const { secrets, db, files, post: health } = parts
  const config = readConfig({})
  expect(config.texting).toBeUndefined()
  const rounds = outgoing(config, secrets, db, { files, mirror: async () => {}, health })
  expect(rounds.map(({ name }) => name)).toEqual(['mail.sweep', 'mail.probe'])
  expect(() => readConfig({ SMS_API_KEY: 'k' })).toThrow('SMS_USERNAME and SMS_API_KEY')
  const account = { SMS_USERNAME: 'baraka', SMS_API_KEY: 'k' }
  expect(readConfig(account).texting?.url).toBe('https://api.africastalking.com')
  const open = { ...account, SMS_URL: 'http://sms.example.com' }
  expect(() => readConfig(open)).toThrow('must begin with https')
})
