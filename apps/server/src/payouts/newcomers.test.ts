import { contract } from '@mshahara/contract'
import { expect, it } from 'vitest'
import { employ, runMonth } from '../test/office.ts'
import { confirmedRun, openPayday, openPayer } from '../test/payday.ts'

const { payouts } = contract
const payday = await openPayday({ workers: false })

it('says who is paid for the first time, and who was paid last time and is not now', async () => {
  const payer = await openPayer(payday)
  const people = ['Amina', 'Baraka'].map((name, at) => ({ phone: `071282340${at}`, name }))
  const first = await confirmedRun(payday, payer.primary, people)
  const previewOf = async (id: string) =>
    (await payer.finance.call(payouts.preview, { params: { id } })).body
  expect(await previewOf(first.id)).toMatchObject({ first_time_count: 2, not_again: [] })
  payday.setTime('2026-04-01T08:00:00Z')
  const primary = await payday.as('primary', payer.organization_id)
  await payday.rows(
    `update employees set status = 'terminated', termination_date = '2026-02-28'
     where organization_id = $1 and first_name = 'Baraka'`,
    [payer.organization_id],
  )
  const { id } = await employ(primary, { first_name: 'Chege', salary: 40_000 })
  await payday.rows(`update employees set pay_by = 'mpesa', phone = '0712823409' where id = $1`, [
    id,
  ])
  const second = await runMonth(primary, 'March', 2026)
  const reader = await payday.as('finance', payer.organization_id)
  const { body } = await reader.call(payouts.preview, { params: { id: second.id } })
  expect(body).toMatchObject({
    count: 2,
    first_time: [{ employee: { name: expect.stringContaining('Chege') } }],
    first_time_count: 1,
    not_again: [{ employee: { name: expect.stringContaining('Baraka') } }],
    not_again_count: 1,
  })
  expect(body.not_again[0]?.net).toBeGreaterThan(0)
})
