// @tests slow
import { expect, test } from 'vitest'
import { runScript } from '../../test/commands.ts'
import { openWorld } from '../../test/world.ts'
import { incomingTextsPath } from './incoming-texts.ts'

/** `npm run number`, for whoever writes or calls instead of using /stop. */

const world = await openWorld()
const { secrets, config } = world.parts
const run = async (...words: string[]) => {
  const env = { DATABASE_URL: world.databaseUrl, DATA_DIR: config.dataDir }
  const { code, said } = await runScript('number.ts', words, env)
  return [code, said.trim()]
}
const stopped = () => world.rows('select digits, stopped_by from phone_numbers')

test('a number is stopped, asked about and allowed again', async () => {
  expect(await run('0712345678')).toEqual([0, '0712345678 may be written to.'])
  expect(await run('--stop', '0712345678')).toEqual([0, 'Nothing is sent to 0712345678.'])
  expect(await stopped()).toEqual([{ digits: '712345678', stopped_by: 'operator' }])
  expect(await run('--allow', '0712345678')).toEqual([0, '0712345678 may be written to.'])
  expect(await stopped()).toEqual([{ digits: '712345678', stopped_by: null }])
  expect(await run('--address')).toEqual([0, `${config.publicUrl}${incomingTextsPath(secrets)}`])
})

test('what cannot be meant is refused with a sentence', async () => {
  const usage = 'Usage: npm run number -- [--stop | --allow] 0712345678, or --address'
  for (const words of [[], ['712'], ['--stop', '--allow', '0712345678'], ['0712345678', 'more']]) {
    expect([words, ...(await run(...words))]).toEqual([words, 1, usage])
  }
  expect((await run('--halt', '0712345678'))[1]).toMatch(/^Unknown option '--halt'/)
})
