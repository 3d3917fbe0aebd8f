import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { Refused } from '../core/fail.ts'
import { noteAsker, refuseUntranslated } from './language.ts'

const world = await openWorld()
const home = await world.addOrganization()
const employee = await world.as('employee', home)
const forbidden = 'Forbidden: You do not have permission to access this resource.'

const asked = async (language?: string) => {
  const headers: Record<string, string> = language ? { 'accept-language': language } : {}
  const { status, body } = await employee.call(contract.payrolls.list, {}, headers)
  return { status, code: body.code, message: body.message }
}

test('a refusal is a code, and a sentence in the language of whoever asks', async () => {
  const refused = { status: 403, code: 'errors.forbidden' }
  expect(await asked()).toEqual({ ...refused, message: forbidden })
  expect(await asked('en-GB,en;q=0.9,sw;q=0.8')).toEqual({ ...refused, message: forbidden })
  expect(await asked('sw')).toEqual({ ...refused, message: 'Huna ruhusa ya kuona hili.' })
  expect(await asked('sw-KE,en')).toEqual({ ...refused, message: 'Huna ruhusa ya kuona hili.' })
})

test('fields are told with their code and values too', async () => {
  const body = { language: 'fr' } as never
  const sent = await employee.call(contract.auth.setLanguage, { body }, { 'accept-language': 'sw' })
  expect(sent).toMatchObject({
    status: 422,
    body: {
      message: 'Tafadhali rekebisha sehemu zilizowekewa alama.',
      code: 'everywhere.markedFields',
      errors: { language: ['Hii si sahihi.'] },
      reasons: { language: [{ code: 'fields.invalid' }] },
    },
  })
})

test('the log has it in English, whoever asked', async () => {
  world.pass(60)
  await asked('sw')
  const [entry] = await world.rows(
    `select properties->>'reason' as reason from activity_log where event = 'refused'
     order by id desc limit 1`,
  )
  expect(entry).toEqual({ reason: forbidden })
})

test('what has no Swahili is a fault in tests, by name, when an employee is told', () => {
  const told = new Refused(422, { code: 'billing.none', en: 'There is none.' })
  const request = {} as never
  const check = () => refuseUntranslated({ guarded: true } as never, request, told)
  noteAsker(request, { role: 'employee', organization_id: home } as never)
  expect(check).toThrow('billing.none: There is none.')
  noteAsker(request, { role: 'finance' } as never)
  expect(check).not.toThrow()
})
