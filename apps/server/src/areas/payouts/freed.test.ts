// @tests long
import { contract } from '@mshahara/contract'
import { describe, expect, it } from 'vitest'
import { runMonth } from '../../test/office.ts'
import { actsOf, confirmedRun, openPayday, openPayer, type Payer } from '../../test/payday.ts'

/**
 * One person's word that somebody was not paid is told to the second, who agrees (C14, C19), and to
 * whoever pays again by Retry or by another bank file.
 */

const { payouts, payrolls, exports, notifications } = contract
const payday = await openPayday({ workers: false })
const { request, pay, work, alone, listOf, summaryOf } = actsOf(payday)

const people = [
  { account: '1300601234', name: 'Achieng' },
  { account: '1300601235', name: 'Baraka' },
  { phone: '0712601236', name: 'Chebet' },
]
const kcb = { filter: {}, type: 'bank', extension: 'csv' } as const

async function openRun() {
  const payer = await openPayer(payday)
  const { id } = await confirmedRun(payday, payer.primary, people)
  return { payer, id }
}

const makeFile = async ({ finance }: Payer, id: string) => {
  const made = await finance.call(exports.make, { params: { id }, body: kcb })
  expect(made.status, made.body.message).toBe(200)
  return made.body
}

async function fileNotUsed(payer: Payer, id: string) {
  const { finance } = payer
  const { file } = await makeFile(payer, id)
  payday.pass(60)
  const said = await finance.call(exports.notUsed, { params: { id: file?.id ?? '' } })
  if (said.status !== 200) throw new Error(said.body.message)
  return file?.name ?? ''
}

const record = ({ finance }: Payer, id: string, paid_on: string) =>
  finance.call(payrolls.setPayment, { params: { id }, body: { paid_on } })

const bellOf = async ({ primary }: Payer) => (await primary.call(notifications.list)).body.data

/** Who says so is named in each sentence. */
const nameOf = async (id: string) => {
  const [row] = await payday.rows('select first_name, last_name from users where id = $1', [id])
  return `${row.first_name} ${row.last_name}`
}

describe('a bank file that was marked as not used', () => {
  it('is named to whoever agrees, with its people, who said it and when', async () => {
    const { payer, id } = await openRun()
    const name = await fileNotUsed(payer, id)
    const by = await nameOf(payer.finance.id)
    const { warnings } = await request(payer, id)
    expect(warnings).toEqual([expect.stringContaining(`${by} marked the bank file ${name} of PR-`)])
    expect(warnings[0]).toMatch(/not paid these people: Achieng Mwangi, Baraka Mwangi\.$/)
    const bell = await bellOf(payer)
    expect(bell.map(({ title }) => title)).toContain('Bank file marked as not used')
    expect(bell.find(({ title }) => title.includes('waiting for your approval'))?.text).toContain(
      warnings[0],
    )
  })

  it('makes what was asked for before be asked for again', async () => {
    const { payer, id } = await openRun()
    const asked = await request(payer, id)
    await fileNotUsed(payer, id)
    const params = { id: asked.request?.id ?? '' }
    expect((await payer.primary.call(payouts.approve, { params })).status).toBe(409)
    const seen = (await payer.primary.call(payouts.preview, { params: { id } })).body
    expect(seen.request?.overtaken).toBe(true)
  })

  it('is the second person’s to see when what failed is paid again', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [{ account: '1300600002' }])
    await pay(payer, id)
    const [failed] = await listOf(payer, id)
    expect(failed?.status).toBe('failed')
    payday.pass(60)
    await fileNotUsed(payer, id)
    const retried = await payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
    expect([retried.status, retried.body.message]).toEqual([
      422,
      expect.stringContaining('Pay it with "Make Payments" instead.'),
    ])
    const { warnings, count } = await request(payer, id)
    expect([count, warnings]).toEqual([1, [expect.stringContaining('as not used')]])
    await pay(payer, id)
    // The number fails as it did: what follows is the next try of what both have seen.
    const again = await payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
    expect(again.status, again.body.message).toBe(200)
  })

  it('is told of the next payroll of the month too', async () => {
    const { payer, id } = await openRun()
    const name = await fileNotUsed(payer, id)
    const body = { reason: 'A mistake' }
    const reversed = await payer.primary.call(payrolls.reverse, { params: { id }, body })
    expect(reversed.status, reversed.body.message).toBe(200)
    const again = await runMonth(payer.primary, 'February', 2026)
    const { warnings } = await request(payer, again.id)
    expect(warnings).toEqual([expect.stringContaining(name)])
  })
})

describe('a day of payment that was removed', () => {
  it('is named to whoever agrees, without those who are paid by M-PESA', async () => {
    const { payer, id } = await openRun()
    await record(payer, id, '2026-02-27')
    await record(payer, id, '')
    const by = await nameOf(payer.finance.id)
    const { warnings, count } = await request(payer, id)
    expect([count, warnings]).toEqual([
      3,
      [expect.stringMatching(/then: Achieng Mwangi, Baraka Mwangi\.$/)],
    ])
    expect(warnings[0]).toContain(`${by} removed the day of payment of PR-`)
    expect(warnings[0]).toContain('27 February, 2026')
    expect((await bellOf(payer)).map(({ title }) => title)).toContain('Day of payment removed')
  })

  it('is on record whoever removes it, and stays there', async () => {
    const { payer, id } = await openRun()
    await record(payer, id, '2026-02-27')
    const statement = `delete from payroll_payments where id = $1`
    await payday.rows(statement, [id])
    const { warnings } = await request(payer, id)
    expect(warnings[0]).toContain('System removed the day of payment')
  })
})

describe('whoever pays alone, and pays again', () => {
  /** Two by bank and one by M-PESA, all of whom have failed. */
  async function failedRun() {
    const payer = await openPayer(payday)
    await alone(payer)
    const { id } = await confirmedRun(payday, payer.primary, [
      { account: '1300610002', name: 'Achieng' },
      { account: '1300620002', name: 'Baraka' },
      { phone: '0712610002', name: 'Chebet' },
    ])
    await payer.finance.call(payouts.make, { params: { id } })
    await work()
    const [first] = await listOf(payer, id)
    expect(first?.status).toBe('failed')
    payday.pass(60)
    return { payer, id, first: { id: first?.id ?? '' } }
  }

  it('by Retry, reads which file of theirs was not used, before and with the answer', async () => {
    const { payer, id, first } = await failedRun()
    expect(await summaryOf(payer, id)).toMatchObject({ failed: { count: 3 }, warnings: [] })
    const name = await fileNotUsed(payer, id)
    const { warnings } = await summaryOf(payer, id)
    expect(warnings).toEqual([expect.stringContaining(`marked the bank file ${name} of PR-`)])
    expect(warnings[0]).toMatch(/: Achieng Mwangi, Baraka Mwangi\.$/)
    const one = await payer.finance.call(payouts.retry, { params: first })
    expect(one.body.warnings).toEqual([expect.stringMatching(/these people: Achieng Mwangi\.$/)])
    const rest = await payer.finance.call(payouts.retryAll, { params: { id } })
    expect(rest.body).toMatchObject({
      count: 2,
      warnings: [expect.stringMatching(/these people: Baraka Mwangi\.$/)],
    })
    await work()
  })

  it('by Retry, reads of whom the day of payment does not speak', async () => {
    const { payer, id } = await failedRun()
    const recorded = await record(payer, id, '2026-02-27')
    expect(recorded.status, recorded.body.message).toBe(200)
    const again = await payer.finance.call(payouts.retryAll, { params: { id } })
    expect(again.body).toMatchObject({
      count: 1,
      warnings: [expect.stringMatching(/is recorded: .* not of these people: Chebet Mwangi\. /)],
    })
  })

  it('by another bank file, reads that the first was not used', async () => {
    const { payer, id } = await openRun()
    const name = await fileNotUsed(payer, id)
    const { warnings } = await makeFile(payer, id)
    expect(warnings).toEqual([expect.stringContaining(`marked the bank file ${name} of PR-`)])
    expect(warnings[0]).toMatch(/not paid these people: Achieng Mwangi, Baraka Mwangi\.$/)
  })

  it('by a bank file, reads that the day of payment was removed', async () => {
    const { payer, id } = await openRun()
    await record(payer, id, '2026-02-27')
    await record(payer, id, '')
    const { warnings } = await makeFile(payer, id)
    expect(warnings).toEqual([
      expect.stringMatching(
        /removed the day of payment of PR-.*: Achieng Mwangi, Baraka Mwangi\.$/,
      ),
    ])
  })

  it('by a second bank file, reads that the first may be at the bank', async () => {
    const { payer, id } = await openRun()
    const first = await makeFile(payer, id)
    expect(first.warnings).toEqual([])
    payday.pass(60)
    const { warnings } = await makeFile(payer, id)
    expect(warnings).toEqual([
      expect.stringMatching(/pays these people too: Achieng Mwangi, Baraka Mwangi\./),
    ])
    expect(warnings[0]).toContain(first.file?.name)
  })
})
