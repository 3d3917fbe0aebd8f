// @tests long
import { contract } from '@mshahara/contract'
import { describe, expect, it } from 'vitest'
import { addCasual, confirmCasuals, rolled } from '../../test/casuals.ts'
import { runMonth } from '../../test/office.ts'
import { actsOf, confirmedRun, openPayday, openPayer, type Payer } from '../../test/payday.ts'

/** Whoever left before the days of a payroll were over is paid when ticked, and both see it. */

const { payouts, exports, notifications } = contract
const payday = await openPayday({ workers: false })
const { work, alone, listOf, statusesOf, pay } = actsOf(payday)

const leave = ({ organization_id }: Payer, name: string, last = '2026-01-31') =>
  payday.rows(
    `update employees set status = 'terminated', termination_date = $3
     where organization_id = $1 and first_name = $2`,
    [organization_id, name, last],
  )

/** Confirmed, and then it turns out that one of them had left. */
async function openRun(last: string | null = '2026-01-31') {
  const payer = await openPayer(payday)
  const { id } = await confirmedRun(payday, payer.primary, [
    { phone: '0712701101', name: 'Amina' },
    { phone: '0712701102', name: 'Baraka' },
  ])
  if (last) await leave(payer, 'Baraka', last)
  const previewBy = async (by: 'primary' | 'finance') =>
    (await payer[by].call(payouts.preview, { params: { id } })).body
  return { payer, id, previewBy, params: { params: { id } } }
}

describe('somebody who left before the month', () => {
  it('is named and left out, and nobody else waits for it', async () => {
    const { payer, id, previewBy } = await openRun()
    expect(await previewBy('finance')).toMatchObject({
      count: 1,
      left_out: [{ reason: expect.stringContaining('Left on 31 January, 2026') }],
      leavers: [{ employee: { name: 'Baraka Mwangi' }, left_on: '2026-01-31', ticked: false }],
    })
    await pay(payer, id)
    expect(await statusesOf(payer, id)).toEqual(['paid'])
    const late = await payer.finance.call(payouts.make, { params: { id } })
    expect([late.status, late.body.message]).toEqual([
      422,
      expect.stringContaining('Baraka Mwangi: Left on 31 January, 2026'),
    ])
  })

  it('is paid when ticked, which the second person sees', async () => {
    const { payer, id, previewBy, params } = await openRun()
    const { leavers, digest } = await previewBy('finance')
    const ticked = leavers.map(({ payslip_id }) => payslip_id)
    const body = { digest, leavers: ticked }
    expect((await payer.finance.call(payouts.make, { ...params, body })).body.count).toBe(2)
    const seen = await previewBy('primary')
    expect(seen).toMatchObject({ count: 2, leavers: [{ ticked: true }], left_out: [] })
    const { data } = (await payer.primary.call(notifications.list)).body
    expect(data[0]?.text).toContain('Left before the days of this payroll: Baraka Mwangi.')
    const request = { params: { id: seen.request?.id ?? '' } }
    expect((await payer.primary.call(payouts.approve, request)).status).toBe(200)
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'paid'])
  })

  it('makes what was asked for before be asked for again', async () => {
    const { payer, previewBy, params } = await openRun()
    await payer.finance.call(payouts.make, params)
    await leave(payer, 'Amina')
    const { request } = await previewBy('primary')
    expect(request?.overtaken).toBe(true)
    const approve = { params: { id: request?.id ?? '' } }
    expect((await payer.primary.call(payouts.approve, approve)).status).toBe(409)
  })

  it('is not retried in silence', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    const { id } = await confirmedRun(payday, payer.primary, [
      { phone: '0712700002', name: 'Chebet' },
    ])
    await payer.finance.call(payouts.make, { params: { id } })
    await work()
    await leave(payer, 'Chebet')
    const [failed] = await listOf(payer, id)
    const retried = await payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
    expect([retried.status, retried.body.message]).toEqual([
      422,
      'Left on 31 January, 2026, before the days of this payroll. If it is due, tick it in ' +
        '"Make Payments" instead.',
    ])
    const { leavers } = (await payer.finance.call(payouts.preview, { params: { id } })).body
    const body = { leavers: leavers.map(({ payslip_id }) => payslip_id) }
    const made = await payer.finance.call(payouts.make, { params: { id }, body })
    expect(made.status, made.body.message).toBe(200)
  })

  it('is ticked anew for each try: the tick was for what was known then', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    const { id } = await confirmedRun(payday, payer.primary, [
      { phone: '0712700002', name: 'Chebet' },
    ])
    await leave(payer, 'Chebet')
    const preview = async () => (await payer.finance.call(payouts.preview, { params: { id } })).body
    const tickAll = async () => {
      const { leavers, digest } = await preview()
      const body = { digest, leavers: leavers.map(({ payslip_id }) => payslip_id) }
      return payer.finance.call(payouts.make, { params: { id }, body })
    }
    expect((await tickAll()).status).toBe(200)
    await work()
    expect(await statusesOf(payer, id)).toEqual(['failed'])
    const [failed] = await listOf(payer, id)
    const retried = await payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
    expect([retried.status, retried.body.message]).toEqual([
      422,
      expect.stringContaining('tick it in "Make Payments" instead'),
    ])
    expect((await tickAll()).status).toBe(200)
  })

  it('is left out of a bank file, and named', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [
      { account: '1300701234', name: 'Dalila' },
      { account: '1300701235', name: 'Esther' },
    ])
    await leave(payer, 'Dalila')
    const body = { filter: {}, type: 'bank', extension: 'csv' } as const
    const made = await payer.finance.call(exports.make, { params: { id }, body })
    expect(made.body.rows).toBe(1)
    expect(made.body.notes[0]).toMatchObject({
      title: 'Left before this month: to be paid by name, not by a file',
      left_out: true,
      people: [{ name: 'Dalila Mwangi' }],
    })
  })

  it('is not one who left on its last day, or whose payslip ends with the last day', async () => {
    const { payer, id, previewBy } = await openRun()
    await leave(payer, 'Baraka', '2026-02-28')
    expect(await previewBy('finance')).toMatchObject({ count: 2, leavers: [] })
    const reason = { params: { id }, body: { reason: 'Baraka leaves' } }
    await payer.primary.call(contract.payrolls.reverse, reason)
    await leave(payer, 'Baraka', '2026-02-10')
    const again = await runMonth(payer.primary, 'February', 2026)
    const seen = await payer.finance.call(payouts.preview, { params: { id: again.id } })
    expect(seen.body).toMatchObject({ count: 2, leavers: [] })
    await leave(payer, 'Baraka', '2026-02-09')
    const { body } = await payer.finance.call(payouts.preview, { params: { id: again.id } })
    expect(body).toMatchObject({ count: 1, leavers: [{ left_on: '2026-02-09' }] })
  })
})

describe('somebody found to have left within the month', () => {
  const within = 'Left on 03 February, 2026, within the days of this payroll'

  it('is named and left out, and paid when ticked', async () => {
    const { payer, id, previewBy, params } = await openRun('2026-02-03')
    const { leavers, digest, ...shown } = await previewBy('finance')
    expect(shown).toMatchObject({
      count: 1,
      left_out: [{ reason: `${within}. Paid only when ticked.` }],
    })
    expect(leavers).toMatchObject([{ why: within, left_on: '2026-02-03', ticked: false }])
    const body = { digest, leavers: leavers.map(({ payslip_id }) => payslip_id) }
    await payer.finance.call(payouts.make, { ...params, body })
    const { data } = (await payer.primary.call(notifications.list)).body
    expect(data[0]?.text).toContain('Left within the days of this payroll: Baraka Mwangi.')
    const { request } = await previewBy('primary')
    await payer.primary.call(payouts.approve, { params: { id: request?.id ?? '' } })
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'paid'])
  })

  it('is withdrawn when it is found out before it was sent, and not retried', async () => {
    const { payer, id, params } = await openRun(null)
    await alone(payer)
    await payer.finance.call(payouts.make, params)
    await leave(payer, 'Baraka', '2026-02-03')
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'failed'])
    const failed = (await listOf(payer, id)).find(({ status }) => status === 'failed')
    const retried = await payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
    expect([retried.status, retried.body.message]).toEqual([
      422,
      `${within}. If it is due, tick it in "Make Payments" instead.`,
    ])
  })

  it('is left out of a bank file, and named', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [
      { account: '1300701234', name: 'Dalila' },
      { account: '1300701235', name: 'Esther' },
    ])
    await leave(payer, 'Dalila', '2026-02-03')
    const body = { filter: {}, type: 'bank', extension: 'csv' } as const
    const made = await payer.finance.call(exports.make, { params: { id }, body })
    expect(made.body.rows).toBe(1)
    expect(made.body.notes[0]).toMatchObject({
      title: 'Left within this month, and paid beyond: to be paid by name, not by a file',
      left_out: true,
      people: [{ name: 'Dalila Mwangi' }],
    })
  })
})

describe('a casual', () => {
  const openWeek = async (letters: string | null, last: string) => {
    const payer = await openPayer(payday)
    const { id: casual_id } = await addCasual(payer.primary, { phone: '0711007106' })
    if (letters) await rolled(payer.primary, '2026-01-05', { [casual_id]: letters })
    const { id } = await confirmCasuals(payer.primary, '2026-01-05', '2026-01-11')
    await payday.rows(
      `update casuals set status = 'terminated', termination_date = $2 where id = $1`,
      [casual_id, last],
    )
    return (await payer.finance.call(payouts.preview, { params: { id } })).body
  }

  it.each([
    ['before the days', null, '2026-01-04', 'Left on 04 January, 2026'],
    [
      'within them',
      null,
      '2026-01-06',
      'Left on 06 January, 2026, within the days of this payroll',
    ],
    ['before the last one on the roll', 'FFF', '2026-01-06', expect.stringContaining('within')],
  ])('who left %s is ticked too', async (_, letters, last, why) => {
    const body = await openWeek(letters, last)
    expect(body).toMatchObject({ count: 0, leavers: [{ left_on: last, why }] })
  })

  it('who left on the last day on the roll is paid', async () => {
    expect(await openWeek('FF', '2026-01-06')).toMatchObject({ count: 1, leavers: [] })
  })
})
