// @tests long
import { contract } from '@mshahara/contract'
import { describe, expect, it } from 'vitest'
import { runMonth } from '../../test/office.ts'
import { actsOf, confirmedRun, openPayday, openPayer, type Payer } from '../../test/payday.ts'

/**
 * Where two people pay, Retry pays what both saw; whoever is to be paid elsewhere by now is paid by
 * a new order. Whatever was touched on the record, one of the two ways leads on.
 */

const { payouts, employees } = contract
const payday = await openPayday({ workers: false })
const { work, listOf, statusesOf, request, pay, alone } = actsOf(payday)

/** All of these failed, which M-PESA has confirmed, and no payment fails any more. */
async function failedRun(...phones: string[]) {
  const payer = await openPayer(payday)
  const people = phones.map((phone, place) => ({ phone, name: `Njeri${place + 1}` }))
  const { id } = await confirmedRun(payday, payer.primary, people)
  await payday.simulator.rules({ overrides: [{ kind: 'b2c', scenario: '0002' }] })
  await pay(payer, id)
  await payday.simulator.rules({ overrides: [] })
  payday.pass(60)
  const rows = await listOf(payer, id)
  expect(rows.map(({ status }) => status)).toEqual(phones.map(() => 'failed'))
  return { payer, id, rows, params: { params: { id } } }
}

const edit = async ({ primary }: Payer, id: string, body: object) => {
  const reply = await primary.call(employees.update, { params: { id }, body })
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.body.message}`)
}

const arrived = async (number: string) =>
  (await payday.simulator.ledger()).movements.filter(
    ({ party, state }) => party.endsWith(number) && state === 'paid',
  ).length

describe('Retry, where two people pay', () => {
  it('goes on when the record was touched, and leads where it led', async () => {
    const { payer, id, rows } = await failedRun('0712501101', '0712501102')
    const [branch, back] = rows
    await edit(payer, branch?.employee.id ?? '', { branch_name: 'Karen' })
    await edit(payer, back?.employee.id ?? '', { phone: '0712509999' })
    await edit(payer, back?.employee.id ?? '', { phone: '0712501102' })
    for (const row of rows) {
      const reply = await payer.finance.call(payouts.retry, { params: { id: row.id } })
      expect([reply.status, reply.body.message]).toEqual([200, 'Payout successfully resubmitted'])
    }
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'paid'])
  })

  it('leaves another account to Make Payments, and the second person', async () => {
    const { payer, id, rows, params } = await failedRun('0712502201', '0712502202')
    const [moved] = rows
    await edit(payer, moved?.employee.id ?? '', { phone: '0712502299' })
    // Told before anybody retries, and the same afterwards.
    const { body: told } = await payer.finance.call(payouts.retries, params)
    expect(told).toMatchObject([
      { to: null, refusal: expect.stringContaining('has changed since'), orders: true },
      { to: 'M-PESA 0712502202', moved_from: null, refusal: null, orders: false },
    ])
    const one = await payer.finance.call(payouts.retry, { params: { id: moved?.id ?? '' } })
    expect([one.status, one.body.message]).toEqual([
      422,
      expect.stringContaining('Pay it with "Make Payments" instead.'),
    ])
    const all = await payer.finance.call(payouts.retryAll, params)
    expect([all.status, all.body.count, all.body.message]).toEqual([
      200,
      1,
      expect.stringMatching(/^1 payout resubmitted\. Not resubmitted: Njeri1 Mwangi: The account/),
    ])
    const [listed] = await listOf(payer, id)
    const { body: story } = await payer.finance.call(payouts.story, {
      params: { id: moved?.id ?? '' },
    })
    // The list's reason ends as the story does.
    expect(story.steps.at(-1)?.what).toBe('Not sent again')
    expect(listed?.told).toContain(`Not sent again: ${story.steps.at(-1)?.text}`)
    expect(story.payout.told).toBe(listed?.told)
    const again = await payer.finance.call(payouts.retryAll, params)
    expect([again.status, again.body.message]).toEqual([
      422,
      expect.stringContaining('Njeri1 Mwangi: The account on record has changed'),
    ])
    const preview = await request(payer, id)
    expect(preview).toMatchObject({ count: 1, impossible: null, request: { overtaken: false } })
    await pay(payer, id)
    expect(await statusesOf(payer, id)).toEqual(['paid', 'paid'])
    expect([await arrived('502201'), await arrived('502299')]).toEqual([0, 1])
  })

  it('says what became of each of three that failed', async () => {
    const { payer, id, rows, params } = await failedRun('0712507701', '0712507702', '0712507703')
    await edit(payer, rows[2]?.employee.id ?? '', { phone: '0712507799' })
    const all = await payer.finance.call(payouts.retryAll, params)
    expect(all.body).toMatchObject({
      count: 2,
      refused: 1,
      message: expect.stringMatching(
        /^2 payouts resubmitted\. Not resubmitted: Njeri3 Mwangi: The account on record/,
      ),
    })
    const listed = await listOf(payer, id)
    expect(listed.map(({ told }) => told?.includes('Not sent again: ') ?? false)).toEqual([
      false,
      false,
      true,
    ])
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'paid', 'failed'])
    // It stays told, and what is offered next is for the third alone.
    const [, , third] = await listOf(payer, id)
    expect(third?.told).toContain('Pay it with "Make Payments" instead.')
    const { body: next } = await payer.finance.call(payouts.retries, params)
    expect(next).toMatchObject([{ payout_id: rows[2]?.id, to: null, orders: true }])
  })
})

describe('what both see', () => {
  it('is asked for again when a payee was touched meanwhile, there and back', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712503301' }])
    const asked = await request(payer, id)
    const [row] = await payday.rows('select id from employees where organization_id = $1', [
      payer.organization_id,
    ])
    const approve = () =>
      payer.primary.call(payouts.approve, { params: { id: asked.request?.id ?? '' } })
    payday.pass(60)
    await edit(payer, row.id, { phone: '0712503399' })
    await edit(payer, row.id, { phone: '0712503301' })
    expect([(await approve()).status, await arrived('503301')]).toEqual([409, 0])
    await pay(payer, id)
    expect(await statusesOf(payer, id)).toEqual(['paid'])
  })

  it('is no matter of a branch that pays nobody by phone', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712504401' }])
    const asked = await request(payer, id)
    const [row] = await payday.rows('select id from employees where organization_id = $1', [
      payer.organization_id,
    ])
    payday.pass(60)
    await edit(payer, row.id, { branch_name: 'Karen' })
    const reply = await payer.primary.call(payouts.approve, {
      params: { id: asked.request?.id ?? '' },
    })
    expect(reply.status, reply.body.message).toBe(200)
  })
})

it('nobody is told that everybody is paid while payouts have failed', async () => {
  const { payer, params } = await failedRun('0712505501', '0712505502')
  const { impossible } = (await payer.finance.call(payouts.preview, params)).body
  const made = await payer.finance.call(payouts.make, params)
  const told = '2 payouts of this payroll have failed. See why among its payouts, and retry them.'
  expect([made.status, made.body.message, impossible]).toEqual([422, told, told])
})

describe('an order that does not say what was shown', () => {
  it('does not pay to an account that was changed since, and pays everybody else', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    const people = [{ phone: '0712506601', name: 'Amina' }, { phone: '0712506602' }]
    const { id } = await confirmedRun(payday, payer.primary, people)
    const order = (body?: object) => payer.finance.call(payouts.make, { params: { id }, body })
    const preview = async () => (await payer.finance.call(payouts.preview, { params: { id } })).body
    const seen = await preview()
    await payday.rows(
      `update employees set phone = '0712506699' where organization_id = $1 and first_name = 'Amina'`,
      [payer.organization_id],
    )
    const without = await order()
    expect([without.status, without.body.message]).toEqual([
      409,
      expect.stringMatching(/^To be paid to another account.*: Amina Mwangi\. Please review/),
    ])
    expect((await order({ digest: seen.digest })).status).toBe(409)
    const now = await preview()
    expect(now.changed[0]).toMatchObject({ what: 'M-PESA 0712506699', last: null })
    expect((await order({ digest: now.digest })).status).toBe(200)
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'paid'])
    // Known from now on: the next month needs no look.
    const next = await runMonth(payer.primary, 'March', 2026)
    const paid = await payer.finance.call(payouts.make, { params: { id: next.id } })
    expect([paid.status, paid.body.message]).toEqual([200, 'Payout successfully initiated'])
  })
})
