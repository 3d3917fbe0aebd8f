import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, terminate } from '../../test/office.ts'
import { wordsOf } from '../../test/pdf.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const world = await openWorld()
const { employees, designations, leaving, workStations } = contract
const ask = (by: Caller, id: string) => by.call(leaving.certificate, { params: { id } })

test('whoever has left is given a certificate of service', async () => {
  world.setTime('2026-06-10T09:00:00Z')
  const home = await world.addOrganization('Quarry Ltd')
  const primary = await world.as('primary', home)
  const { body: mason } = await primary.call(designations.create, { body: { name: 'Mason' } })
  const { body: pit } = await primary.call(workStations.create, { body: { name: 'Athi River' } })
  const { id } = await employ(primary, {
    ...{ first_name: 'Chao', middle_name: null, last_name: 'Mwangi', id_number: '20114455' },
    ...{ designation_id: mason.id, work_station_id: pit.id, employment_date: '2019-03-01' },
  })
  const early = await ask(primary, id)
  expect(early.status).toBe(422)
  expect(early.body.message).toMatch(/Chao Mwangi has no last day yet/)

  expect((await terminate(primary, id, '2026-06-10')).status).toBe(200)
  const today = await ask(primary, id)
  expect(today.status).toBe(422)
  expect(today.body.message).toMatch(/last day is 10 June, 2026/)

  world.setTime('2026-06-11T09:00:00Z')
  const later = await world.as('primary', home)
  const { body } = await ask(later, id)
  expect(body.name).toMatch(/^Certificate-of-Service-Mwangi-.+\.pdf$/)
  const text = wordsOf(Buffer.from(body.file.split(',')[1] ?? '', 'base64')).join(' ')
  for (const words of [
    'Certificate of Service',
    'Quarry Ltd',
    'Chao Mwangi, ID number 20114455',
    'from 01 March, 2019 to 10 June, 2026.',
    'Mason',
    'Athi River',
    'section 51',
  ]) {
    expect(text).toContain(words)
  }
  // Nothing of how they worked, or of what they earned.
  expect(text).not.toMatch(/salary|conduct|reason/i)
  expect((await ask(later, id)).body.file).toBe(body.file)

  expect((await ask(await world.as('user', home), id)).status).toBe(403)
  const stranger = await world.as('primary', await world.addOrganization())
  expect((await ask(stranger, id)).status).toBe(404)
})

test('days between leaving and coming back are named', async () => {
  world.setTime('2026-08-20T09:00:00Z')
  const home = await world.addOrganization()
  let primary = await world.as('primary', home)
  const { id } = await employ(primary, { employment_date: '2024-01-01' })
  await terminate(primary, id, '2026-08-15')
  world.setTime('2026-11-01T09:00:00Z')
  primary = await world.as('primary', home)
  const back = { status: 'active' as const, termination_date: null }
  expect((await primary.call(employees.status, { params: { id }, body: back })).status).toBe(200)
  await terminate(primary, id, '2026-11-30')
  world.setTime('2026-12-02T09:00:00Z')
  const { body } = await ask(await world.as('primary', home), id)
  const text = wordsOf(Buffer.from(body.file.split(',')[1] ?? '', 'base64')).join(' ')
  expect(text).toContain('to 30 November, 2026, except from 16 August, 2026 to 31 October, 2026.')
})
