import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addCasual, casualRun, confirmCasuals, draftCasuals, rolled } from '../../test/casuals.ts'
import { wordsOf } from '../../test/pdf.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const world = await openWorld()
const { casualPayrolls, casualAdvances, casualDeductions, musterRolls } = contract
const ask = (by: Caller, id: string) => by.call(casualPayrolls.paper, { params: { id } })

test("a casual's payslip is printed once it is confirmed, for its own organisation", async () => {
  const home = await world.addOrganization('Quarry Ltd')
  const primary = await world.as('primary', home)
  const { id: casual_id } = await addCasual(primary, { pay_by: 'cash' })
  await primary.call(casualAdvances.create, { body: { casual_id, name: 'Lunch', amount: 100 } })
  await primary.call(casualDeductions.create, {
    body: { casual_id, name: 'Boots', amount: 20, from: '2026-03-02', to: '2026-03-31' },
  })
  await rolled(primary, '2026-03-02', { [casual_id]: 'FFHAF' })
  const overtime = { casual_id, day: '2026-03-03', present: 1 as const, overtime_hours: 2 }
  const sheet = { from: '2026-03-02', days: 7, marks: [overtime] }
  expect((await primary.call(musterRolls.save, { body: sheet })).status).toBe(200)
  const run = await confirmCasuals(primary, '2026-03-02', '2026-03-08')
  const id = run.payslips[0]?.id ?? ''

  const { body } = await ask(primary, id)
  expect(body.name).toBe('Payslip-Mutua-C-TC-0001-2026-03-02-2026-03-08.pdf')
  const text = wordsOf(Buffer.from(body.file.split(',')[1] ?? '', 'base64')).join(' ')
  const { gross, net, total } = run.payslips[0] ?? { gross: 0, net: 0, total: 0 }
  const told = (shillings: number) =>
    shillings.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  expect(total).toBe(2975)
  for (const words of ['Quarry Ltd', 'Baraka Mutua', 'C-TC-0001', run.code, '850.00 × 3.5']) {
    expect(text).toContain(words)
  }
  for (const words of ['Lunch', 'Boots', '2,975.00', told(gross), told(net), '04 Mar H']) {
    expect(text).toContain(words)
  }
  expect(text).toContain('03 Mar F+2')
  expect(text).toContain('+ hours of overtime')
  expect(text).toContain('Received in cash')
  expect((await ask(primary, id)).body.file).toBe(body.file)

  expect((await ask(await world.as('finance', home), id)).status).toBe(200)
  expect((await ask(await world.as('user', home), id)).status).toBe(403)
  const stranger = await world.as('primary', await world.addOrganization())
  expect((await ask(stranger, id)).status).toBe(404)
})

test('a draft is not printed', async () => {
  const primary = await world.as('primary', await world.addOrganization())
  await addCasual(primary)
  const { id } = await draftCasuals(primary, '2026-03-02', '2026-03-08')
  const { payslips } = await casualRun(primary, id)
  const refused = await ask(primary, payslips[0]?.id ?? '')
  expect(refused.status).toBe(422)
  expect(refused.body.message).toMatch(/is not confirmed yet/)
})
