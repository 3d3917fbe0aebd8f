// @tests long
import { contract } from '@mshahara/contract'
import { expect, it } from 'vitest'
import { asEmployee } from '../../test/office.ts'
import { actsOf, confirmedRun, openPayday, openPayer, type Payer } from '../../test/payday.ts'

/** What screens are told of payouts besides their states. */

const { payouts, payslips, logs } = contract
const payday = await openPayday({ workers: false })
const { work, request, pay, untilReview } = actsOf(payday)

it('a payslip says when it was paid and with which reference, to its owner and to staff', async () => {
  const payer = await openPayer(payday)
  const run = await confirmedRun(payday, payer.primary, [
    { phone: '0712006601' },
    { phone: '0712000002', name: 'Unregistered' },
  ])
  const [paid, failed] = run.payslips
  const slip = { params: { id: paid?.id ?? '' } }
  expect((await payer.primary.call(payslips.get, slip)).body.paid).toBeNull()
  await pay(payer, run.id)
  const summary = () => payer.primary.call(payouts.summary, { params: { id: run.id } })
  for (let tries = 0; (await summary()).body.moving && tries < 20; tries += 1) await work()
  const [row] = (await payer.primary.call(payouts.list, { params: { id: run.id } })).body
  const self = await asEmployee(payday, payer.organization_id, paid?.employee.id ?? '')
  for (const reader of [payer.primary, self]) {
    expect((await reader.call(payslips.get, slip)).body.paid).toEqual({
      at: row?.paid_at,
      reference: row?.reference,
    })
    const { html } = (await reader.call(payslips.html, slip)).body
    expect(html).toContain(row?.reference)
    expect(html).toContain('Paid on')
  }
  const own = { params: { id: paid?.employee.id ?? '' } }
  const [listed] = (await self.call(payslips.ofEmployee, own)).body
  expect(listed?.paid?.reference).toBe(row?.reference)
  const unpaid = { params: { id: failed?.id ?? '' } }
  expect((await payer.primary.call(payslips.get, unpaid)).body.paid).toBeNull()
  expect((await self.call(payslips.get, unpaid)).status).toBe(403)
})

it('a request says that it is overtaken, and the log what was paid', async () => {
  const payer = await openPayer(payday)
  const run = await confirmedRun(payday, payer.primary, [{ phone: '0712006602' }, {}])
  const first = await request(payer, run.id)
  expect(first).toMatchObject({
    request: { overtaken: false },
    left_out_count: 1,
    integrated: true,
  })
  await payday.rows(
    "update employees set phone = '0712006603' where organization_id = $1 and phone is not null",
    [payer.organization_id],
  )
  const summary = (await payer.finance.call(payouts.summary, { params: { id: run.id } })).body
  expect(summary).toMatchObject({ request: { overtaken: true, own: true }, left_out_count: 1 })
  await pay(payer, run.id)
  const entries = await payer.primary.call(logs.list, { body: { log_name: 'payouts' } as never })
  const subjects = entries.body.data.map(({ subject }) => subject)
  expect(subjects).toContain(`payments to 1 person of ${run.code} for February 2026`)
})

it('whoever found the wrong thing out corrects it, and the other then agrees', async () => {
  const payer = await openPayer(payday)
  const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712000009' }])
  await pay(payer, id)
  await untilReview()
  const [row] = (await payer.primary.call(payouts.list, { params: { id } })).body
  const decided = (by: Payer['primary'], paid: boolean) =>
    by.call(payouts.decide, {
      params: { id: row?.id ?? '' },
      body: { paid, reference: 'Statement', reason: 'Looked it up.' },
    })
  expect((await decided(payer.finance, true)).body).toMatchObject({ waits: true })
  expect((await decided(payer.primary, false)).status).toBe(422)
  expect((await decided(payer.finance, false)).body).toMatchObject({ waits: true })
  expect((await decided(payer.finance, false)).status).toBe(403)
  const story = (await payer.primary.call(payouts.story, { params: { id: row?.id ?? '' } })).body
  expect(story.proposed).toMatchObject({ paid: false, own: false })
  // What somebody found who may not pay any more is nobody's first word.
  const other = await payday.as('finance', payer.organization_id)
  await payday.rows(`update memberships set status = 'inactive' where user_id = $1`, [
    payer.finance.id,
  ])
  expect((await decided(payer.primary, false)).body).toMatchObject({ waits: true })
  expect((await decided(payer.primary, false)).status).toBe(403)
  expect((await decided(other, false)).body).toMatchObject({ waits: false })
})

it('what somebody has asked for ends when they may not pay any more, or have left', async () => {
  const payer = await openPayer(payday)
  const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712006688' }])
  const asked = { params: { id: (await request(payer, id)).request?.id ?? '' } }
  const [second, third] = [
    await payday.as('finance', payer.organization_id),
    await payday.as('finance', payer.organization_id),
  ]
  await payday.rows(`update memberships set role = 'user' where user_id = $1`, [payer.finance.id])
  const approved = await payer.primary.call(payouts.approve, asked)
  expect([approved.status, approved.body.message]).toEqual([
    422,
    expect.stringContaining('may no longer pay'),
  ])
  const preview = async () =>
    (await payer.primary.call(payouts.preview, { params: { id } })).body.request
  expect(await preview()).toBeNull()
  // Asked for anew by somebody who may, and who then leaves.
  expect((await second.call(payouts.make, { params: { id } })).body).toMatchObject({ waits: true })
  const anew = { params: { id: (await preview())?.id ?? '' } }
  expect(anew.params.id).not.toBe(asked.params.id)
  await payday.rows('delete from memberships where user_id = $1', [second.id])
  expect((await payer.primary.call(payouts.decline, anew)).status).toBe(422)
  expect((await third.call(payouts.make, { params: { id } })).body).toMatchObject({ waits: true })
  const last = { params: { id: (await preview())?.id ?? '' } }
  expect((await payer.primary.call(payouts.approve, last)).status).toBe(200)
})
