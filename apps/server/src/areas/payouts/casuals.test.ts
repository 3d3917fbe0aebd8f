// @tests long
import { contract } from '@mshahara/contract'
import { wallTimeOf } from '@mshahara/contract/months'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCasual, confirmCasuals, draftCasuals, rolled } from '../../test/casuals.ts'
import { actsOf, openPayday, openPayer, orderShown, type Payer } from '../../test/payday.ts'

/** Casuals are paid by the machinery that pays employees: once each, to their phones. */

const payday = await openPayday({ workers: false })
const { payouts, casualPayrolls, casuals } = contract
const { work, alone } = actsOf(payday)

let payer: Payer
beforeAll(async () => {
  payer = await openPayer(payday)
  await alone(payer)
})

/** The last four digits of a phone say what the simulator does with it. */
const week = (start: number) => {
  const day = (n: number) =>
    new Date(Date.parse('2026-01-05') + (start * 7 + n) * 86_400_000).toISOString().slice(0, 10)
  return { from: day(0), to: day(6) }
}

const daysOf = (from: string) =>
  Array.from({ length: 7 }, (_, n) =>
    new Date(Date.parse(from) + n * 86_400_000).toISOString().slice(0, 10),
  )

const summaryOf = async (id: string) =>
  (await payer.primary.call(payouts.summary, { params: { id } })).body
const listOf = async (id: string) =>
  (await payer.primary.call(payouts.listCasuals, { params: { id } })).body

describe('a confirmed casual payroll', () => {
  test('pays each phone once, in whole shillings, and leaves out who is paid in cash', async () => {
    const paid = await addCasual(payer.primary, { phone: '0711009901', pay: 850.25 })
    const fails = await addCasual(payer.primary, { first_name: 'Fails', phone: '0711000002' })
    const cash = await addCasual(payer.primary, { first_name: 'Cash', pay_by: 'cash' })
    const { from, to } = week(0)
    await rolled(payer.primary, from, {
      [paid.id]: 'FFFFFH',
      [fails.id]: 'FFFFF',
      [cash.id]: 'F',
    })
    const run = await confirmCasuals(payer.primary, from, to)
    const call = { params: { id: run.id } }

    const { body: preview } = await payer.finance.call(payouts.preview, call)
    // 5.5 days of 850.25 are 4,676.38: the cents stay on record.
    expect(preview).toMatchObject({ of: 'casuals', count: 2, total: 8926, rounding: 0.38 })
    expect(preview.left_out.map(({ reason }) => reason)).toEqual([
      'Paid in cash: see the list to sign.',
    ])
    const made = await Promise.all(
      Array.from({ length: 20 }, () => payer.finance.call(payouts.makeCasuals, call)),
    )
    const done = made.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    expect(done[0]?.body.message).toBe('Casuals payout successfully initiated')
    await work()
    const rows = await listOf(run.id)
    expect(rows.map(({ casual, account, amount }) => [casual.id, account, amount])).toEqual([
      [paid.id, '254711009901', 4676],
      [fails.id, '254711000002', 4250],
    ])
    expect(rows[0]).toMatchObject({ status: 'paid', reference: expect.stringMatching(/^\w{10}$/) })
    const { body: shown } = await payer.primary.call(casualPayrolls.get, call)
    expect(shown.payout).toMatchObject({ count: 2 })
    // M-PESA's code is on the payslip, and the file tells when by the clock on the wall in Kenya.
    const { body: slip } = await payer.primary.call(casualPayrolls.payslip, {
      params: { id: shown.payslips.find(({ casual }) => casual.id === paid.id)?.id ?? '' },
    })
    expect(slip.paid).toMatchObject({ by: 'mpesa', reference: rows[0]?.reference })
    const { body: file } = await payer.primary.call(payouts.sheet, {
      ...call,
      query: { extension: 'csv' },
    })
    const text = Buffer.from(file.file.split(',')[1] ?? '', 'base64').toString()
    expect(text).toContain(wallTimeOf(rows[0]?.paid_at ?? ''))
    expect(text).not.toMatch(/\dT\d\d:/)
    expect(await summaryOf(run.id)).toMatchObject({
      payroll: { of: 'casuals', title: '05 January, 2026 to 11 January, 2026' },
      rounding: 0.38,
      unpaid: { count: 1 },
    })
    // Money that may have left is not taken back (C23).
    const late = await payer.primary.call(casualPayrolls.reverse, {
      ...call,
      body: { reason: 'Too late' },
    })
    expect([late.status, late.body.message]).toEqual([
      422,
      'Payouts have been made for this payroll: it cannot be reversed.',
    ])
  })

  test('is not paid while it is a draft', async () => {
    const { from, to } = week(1)
    const { id } = await draftCasuals(payer.primary, from, to)
    const reply = await payer.finance.call(payouts.makeCasuals, { params: { id } })
    expect([reply.status, reply.body.message]).toEqual([
      422,
      'Only a confirmed payroll can be paid. Please confirm it first.',
    ])
  })

  test('waits for a second person where the organisation asks for one', async () => {
    const two = await openPayer(payday)
    await addCasual(two.primary, { phone: '0711009901' })
    const { from, to } = week(0)
    const { id } = await confirmCasuals(two.primary, from, to)
    const asked = await two.finance.call(payouts.makeCasuals, { params: { id } })
    expect(asked.body.waits).toBe(true)
    const { body } = await two.primary.call(payouts.preview, { params: { id } })
    const request = { params: { id: body.request?.id ?? '' } }
    expect((await two.finance.call(payouts.approve, request)).status).toBe(403)
    const { body: news } = await two.primary.call(contract.notifications.list)
    expect(JSON.stringify(news)).toContain(`/payroll/casual/${id}`)
    expect((await two.primary.call(payouts.approve, request)).status).toBe(200)
    await work()
    expect(await listCasualsOf(two, id)).toEqual(['paid'])
  })

  test('of another organisation is not there', async () => {
    const other = await openPayer(payday)
    const { from, to } = week(2)
    // They keep a roll, and have no sheet of this week.
    const { id } = await confirmCasuals(payer.primary, from, to, daysOf(from))
    for (const call of [payouts.preview, payouts.listCasuals, payouts.summary]) {
      expect((await other.primary.call(call, { params: { id } })).status).toBe(404)
    }
    expect((await other.finance.call(payouts.makeCasuals, { params: { id } })).status).toBe(404)
  })
})

const listCasualsOf = async (by: Payer, id: string) =>
  (await by.primary.call(payouts.listCasuals, { params: { id } })).body.map(({ status }) => status)

test('who has signed for cash is not paid by M-PESA as well, whatever their record says now', async () => {
  const own = await openPayer(payday)
  await alone(own)
  const { id: casual_id } = await addCasual(own.primary, { pay_by: 'cash', phone: '0711009902' })
  const { from, to } = week(0)
  const { id } = await confirmCasuals(own.primary, from, to)
  const body = { pay_by: 'mpesa', phone: '0711009903' } as const
  const edited = await own.primary.call(casuals.update, { params: { id: casual_id }, body })
  expect(edited.status).toBe(200)
  const { body: preview } = await own.finance.call(payouts.preview, { params: { id } })
  expect(preview).toMatchObject({
    count: 0,
    left_out: [{ reason: 'Paid in cash: see the list to sign.' }],
  })
  const made = await own.finance.call(payouts.makeCasuals, { params: { id } })
  expect(made.status).toBe(422)
  await work()
  const { movements } = await payday.simulator.ledger()
  expect(movements.filter(({ party }) => /^25471100990[23]$/.test(party))).toEqual([])
  // What the database asks before it takes any instruction says so too.
  const asked = await payday.rows(
    `select payment_blocked_by(organization_id, id, false) as why from payslips
     where payroll_id = $1`,
    [id],
  )
  expect(asked).toEqual([{ why: 'paid in cash' }])
  // The week after is paid as the record says.
  const next = await confirmCasuals(own.primary, week(1).from, week(1).to)
  await orderShown(own.finance, next.id)
  await work()
  expect(await listCasualsOf(own, next.id)).toEqual(['paid'])
})

test('what fails is retried to the phone on record', async () => {
  const own = await openPayer(payday)
  await alone(own)
  const { id: casual_id } = await addCasual(own.primary, { phone: '0711000002' })
  const { from, to } = week(0)
  const { id } = await confirmCasuals(own.primary, from, to)
  await own.finance.call(payouts.makeCasuals, { params: { id } })
  await work()
  expect(await listCasualsOf(own, id)).toEqual(['failed'])
  await own.primary.call(casuals.update, {
    params: { id: casual_id },
    body: { phone: '0711009901' },
  })
  const [failed] = (await own.primary.call(payouts.listCasuals, { params: { id } })).body
  const again = await own.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
  expect(again.body.message).toBe('Payout successfully resubmitted')
  await work()
  expect(await listCasualsOf(own, id)).toEqual(['paid'])
})

test('a cash payroll is reversed only when each is said not to have signed, which is told later', async () => {
  const own = await openPayer(payday)
  const casual = await addCasual(own.primary, { pay_by: 'cash', phone: '0711009904' })
  const { from, to } = week(0)
  const { id, code } = await confirmCasuals(own.primary, from, to)
  await own.primary.call(casualPayrolls.sheet, { params: { id }, query: { extension: 'csv' } })
  const reverse = (not_signed?: string[]) =>
    own.primary.call(casualPayrolls.reverse, {
      params: { id },
      body: { reason: 'A mistake', ...(not_signed && { not_signed }) },
    })
  expect(await reverse()).toMatchObject({
    status: 422,
    body: { errors: { not_signed: [expect.stringContaining('may have signed for it: Baraka')] } },
  })
  const byHand = payday.rows(
    `update payrolls set status = 'reversed', reversed_at = app_now(), reversed_by = 'X',
       reversal_reason = 'X' where id = $1`,
    [id],
  )
  await expect(byHand).rejects.toMatchObject({ constraint: 'payrolls_signed' })
  expect((await reverse([casual.id])).status).toBe(200)
  const edited = await own.primary.call(casuals.update, {
    params: { id: casual.id },
    body: { pay_by: 'mpesa' },
  })
  expect(edited.status).toBe(200)
  const again = await confirmCasuals(own.primary, from, to)
  await own.finance.call(payouts.makeCasuals, { params: { id: again.id } })
  const { body } = await own.primary.call(payouts.preview, { params: { id: again.id } })
  expect(body.warnings).toEqual([
    expect.stringMatching(new RegExp(`reversed ${code} on .* not signed for it: Baraka Mutua\\.`)),
  ])
})

test('nor are other days paid without a word, until those of the cash are paid again', async () => {
  const own = await openPayer(payday)
  const casual = await addCasual(own.primary, { pay_by: 'cash', phone: '0711009906' })
  const cash = await confirmCasuals(own.primary, week(0).from, week(0).to)
  const reversed = await own.primary.call(casualPayrolls.reverse, {
    params: { id: cash.id },
    body: { reason: 'A mistake', not_signed: [casual.id] },
  })
  expect(reversed.status).toBe(200)
  await own.primary.call(casuals.update, {
    params: { id: casual.id },
    body: { pay_by: 'mpesa' },
  })
  const warningsOf = async (id: string) =>
    (await own.finance.call(payouts.preview, { params: { id } })).body.warnings
  const told = [expect.stringContaining(`reversed ${cash.code} on`)]
  const next = await confirmCasuals(own.primary, week(1).from, week(1).to)
  expect(await warningsOf(next.id)).toEqual(told)
  const again = await confirmCasuals(own.primary, week(0).from, week(0).to)
  expect(await warningsOf(again.id)).toEqual(told)
  expect(await warningsOf(next.id)).toEqual([])
})

test('list to sign, preview and database agree who is paid in cash: whose payslip says so', async () => {
  const own = await openPayer(payday)
  const casual = await addCasual(own.primary, { phone: '0711009905' })
  const { from, to } = week(0)
  const run = await confirmCasuals(own.primary, from, to)
  const params = { params: { id: run.id } }
  const pay = (pay_by: 'cash' | 'mpesa') =>
    own.primary.call(casuals.update, { params: { id: casual.id }, body: { pay_by } })
  await pay('cash')
  const { body } = await own.finance.call(payouts.preview, params)
  expect(body.left_out).toMatchObject([
    { reason: expect.stringContaining('not on a list to sign') },
  ])
  const { body: shown } = await own.primary.call(casualPayrolls.get, params)
  expect(shown.payslips).toMatchObject([{ pay_by: 'mpesa' }])
  await pay('mpesa')
  expect((await own.finance.call(payouts.preview, params)).body).toMatchObject({ count: 1 })
})

test('whoever is held back is named on the list to sign, where the others sign', async () => {
  const own = await openPayer(payday)
  const cash = { pay_by: 'cash' } as const
  const gone = await addCasual(own.primary, { ...cash, first_name: 'Gone', phone: '0711009911' })
  await addCasual(own.primary, { ...cash, first_name: 'Here', phone: '0711009912' })
  const { from, to } = week(0)
  const { id } = await confirmCasuals(own.primary, from, to)
  await payday.rows(`update casuals set status = 'suspended' where id = $1`, [gone.id])
  const { body } = await own.primary.call(casualPayrolls.sheet, {
    params: { id },
    query: { extension: 'csv' },
  })
  const text = Buffer.from(body.file.split(',')[1] ?? '', 'base64').toString()
  const lineOf = (name: string) => text.split('\n').find((line) => line.includes(name)) ?? ''
  expect(lineOf('Gone')).toContain('Held back: Suspended')
  expect(lineOf('Here')).not.toContain('Held back')
})
