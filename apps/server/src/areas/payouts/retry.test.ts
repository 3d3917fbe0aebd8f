// @tests long
import { contract } from '@mshahara/contract'
import { describe, expect, it } from 'vitest'
import { addMany, runMonth } from '../../test/office.ts'
import { actsOf, openPayday, openPayer } from '../../test/payday.ts'
import { queriesOf } from '../../test/queries.ts'
import type { Attempt } from './attempt.ts'
import { renew } from './renew.ts'

/** Retrying many takes as many questions to the database as retrying two. */

const { payouts } = contract
const payday = await openPayday({ workers: false })
const { work, summaryOf, statusesOf, alone } = actsOf(payday)

/** So many people by M-PESA, all of whom have failed. */
async function failedRun(count: number) {
  const payer = await openPayer(payday)
  await alone(payer)
  await addMany(payday, payer.organization_id, count)
  await payday.rows(
    `update employees set pay_by = 'mpesa', phone = '0713' || lpad(number::text, 4, '0') || '77'
     where organization_id = $1`,
    [payer.organization_id],
  )
  const run = await runMonth(payer.primary, 'February', 2026)
  await payday.simulator.rules({ overrides: [{ kind: 'b2c', scenario: '0002' }] })
  await payer.finance.call(payouts.make, { params: { id: run.id } })
  await work()
  await payday.simulator.rules({ overrides: [] })
  expect(await summaryOf(payer, run.id)).toMatchObject({ failed: { count } })
  return { payer, id: run.id, params: { params: { id: run.id } } }
}

const attemptsOf = (organization_id: string) =>
  payday.rows('select * from payout_attempts where organization_id = $1 order by number', [
    organization_id,
  ])

describe('many at once', () => {
  it('are asked about first, then sent again, in the same few statements', async () => {
    const [few, many] = [await failedRun(2), await failedRun(40)]
    // As somebody reported it, and nobody has asked.
    await payday.rows("update payout_attempts set settled_by = 'result'")
    const counts: number[] = []
    for (const { payer, params } of [few, many]) {
      counts.push(
        await queriesOf(payday, async () => {
          const done = await payer.finance.call(payouts.retryAll, params)
          expect(done.status, done.body.message).toBe(200)
        }),
      )
    }
    expect(counts[1]).toBe(counts[0])
    // Nothing is instructed before the provider has confirmed.
    expect(await attemptsOf(many.payer.organization_id)).toHaveLength(40)
    await work()
    expect(await summaryOf(many.payer, many.id)).toMatchObject({ paid: { count: 40 } })
    expect(await attemptsOf(many.payer.organization_id)).toHaveLength(80)
    expect(await statusesOf(few.payer, few.id)).toEqual(['paid', 'paid'])
  })

  it('confirmed failures are renewed together; one that cannot be says why', async () => {
    const [few, many] = [await failedRun(2), await failedRun(30)]
    await payday.rows(
      `update employees set phone = null where organization_id = $1
         and number = (select min(number) from employees where organization_id = $1)`,
      [many.payer.organization_id],
    )
    const counts: number[] = []
    for (const { payer } of [few, many]) {
      const failed = (await attemptsOf(payer.organization_id)) as Attempt[]
      await payday.rows(
        "update payout_attempts set retry_wanted = 'Finance' where organization_id = $1",
        [payer.organization_id],
      )
      counts.push(await queriesOf(payday, () => payday.platform((tx) => renew(tx, failed))))
    }
    expect(counts[1]).toBe(counts[0])
    const rows = await attemptsOf(many.payer.organization_id)
    expect(rows.filter(({ attempt_no }) => attempt_no === 2)).toHaveLength(29)
    expect(rows.filter(({ retry_wanted }) => retry_wanted !== null)).toEqual([])
    const [step] = await payday.rows(
      `select text from payout_steps where organization_id = $1 and what = 'Not sent again'`,
      [many.payer.organization_id],
    )
    expect(step.text).toBe('There is no phone number on record.')
  })

  it('of twenty people who retry all, one has an effect', async () => {
    const { payer, params } = await failedRun(12)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => payer.finance.call(payouts.retryAll, params)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    await work()
    const rows = await attemptsOf(payer.organization_id)
    expect(rows.filter(({ attempt_no }) => attempt_no === 2)).toHaveLength(12)
    expect(rows).toHaveLength(24)
  })
})
