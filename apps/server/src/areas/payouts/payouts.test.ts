// @tests long
import { contract } from '@mshahara/contract'
import { describe, expect, it } from 'vitest'
import {
  actsOf,
  addIntegration,
  confirmedRun,
  openPayday,
  openPayer,
  type Payer,
  pollersOf,
} from '../../test/payday.ts'

const { payouts, payrolls } = contract
const payday = await openPayday({ workers: false })
const { work, request, pay, listOf, statusesOf, summaryOf, alone, untilReview } = actsOf(payday)

const requestOf = async (payer: Payer, id: string) => (await request(payer, id)).request?.id ?? ''
const movementsTo = async (tail: RegExp) =>
  (await payday.simulator.ledger()).movements.filter(({ party }) => tail.test(party))

describe('a run that goes well', () => {
  it('pays by bank and by M-PESA, once, and everything adds up', async () => {
    const payer = await openPayer(payday)
    const run = await confirmedRun(payday, payer.primary, [
      { phone: '0712009901' },
      { account: '1300009902' },
      { account: '0100009903', bank_code: '68' },
    ])
    const before = (await payer.primary.call(payouts.preview, { params: { id: run.id } })).body
    expect(before).toMatchObject({ count: 3, left_out: [], second_person: true })
    expect(before.ways.map(({ method, count }) => [method, count])).toEqual([
      ['bank', 2],
      ['mpesa', 1],
    ])
    await pay(payer, run.id)
    const after = await summaryOf(payer, run.id)
    expect(after).toMatchObject({ paid: { count: 3 }, moving: false })
    expect(after.paid.amount + after.rounding).toBeCloseTo(after.net, 2)
    expect((await movementsTo(/990[123]$/)).map(({ state }) => state)).toEqual(
      Array(3).fill('paid'),
    )
    const rows = await listOf(payer, run.id)
    expect(rows.every(({ status, reference }) => status === 'paid' && reference)).toBe(true)
    const news = 'select id from pay_news where organization_id = $1'
    expect(await payday.rows(news, [payer.organization_id]), 'each hears of it').toHaveLength(3)
    const shown = (await payer.primary.call(payrolls.get, { params: { id: run.id } })).body
    expect(shown.payout).toMatchObject({ count: 3 })
    const reversed = await payer.primary.call(payrolls.reverse, {
      params: { id: run.id },
      body: { reason: 'Wrong month' },
    })
    expect(reversed.body.message).toContain('cannot be reversed')
  })

  it('leaves out whom it cannot pay, says why, and pays them once that is mended', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [
      { phone: '0712008801' },
      { name: 'Nophone' },
      { name: 'Rich', phone: '0712008802', salary: 900_000 },
      { name: 'Abroad', phone: '+255712008803' },
    ])
    const { left_out } = (await payer.primary.call(payouts.preview, { params: { id } })).body
    expect(left_out.map(({ employee, reason }) => [employee.name.split(' ')[0], reason])).toEqual([
      ['Nophone', 'There is no bank account on record.'],
      ['Rich', 'M-PESA pays from 10 to 250,000 at a time.'],
      ['Abroad', '+255712008803 is not a Kenyan mobile number.'],
    ])
    await pay(payer, id)
    expect(await summaryOf(payer, id)).toMatchObject({ paid: { count: 1 }, unpaid: { count: 3 } })
    await payday.rows(
      `update employees set account_no = '1300008804', bank_code = '01'
       where organization_id = $1 and first_name = 'Nophone'`,
      [payer.organization_id],
    )
    const preview = (await payer.primary.call(payouts.preview, { params: { id } })).body
    expect(preview.count).toBe(1)
    expect(preview.changed.map(({ employee }) => employee.name)).toEqual(['Nophone Mwangi'])
    await pay(payer, id)
    expect(await summaryOf(payer, id)).toMatchObject({ paid: { count: 2 }, unpaid: { count: 2 } })
  })
})

describe('two people', () => {
  it('whoever asks cannot agree, and whoever looks again sees that it waits', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712007701' }])
    const asked = { params: { id: await requestOf(payer, id) } }
    const own = await payer.finance.call(payouts.approve, asked)
    expect([own.status, own.body.message]).toEqual([403, expect.stringContaining('yourself')])
    const again = await payer.finance.call(payouts.make, { params: { id } })
    expect(again.body).toMatchObject({ waits: true, count: 1 })
    const admin = await payday.as('admin', payer.organization_id)
    expect((await admin.call(payouts.approve, asked)).status).toBe(403)
    const { body } = await payer.primary.call(contract.notifications.list)
    expect(body.data.map(({ title }) => title)).toContain('Payments are waiting for your approval')
    const waits = (await payer.primary.call(contract.dashboard.get)).body
    expect(JSON.stringify(waits)).toContain('are waiting for your approval')
    expect((await payer.primary.call(payouts.decline, asked)).status).toBe(200)
    expect((await payer.primary.call(payouts.approve, asked)).status).toBe(422)
    await work()
    expect(await movementsTo(/7701$/)).toEqual([])
  })

  it('is asked again when an account has changed, or a day has passed', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712007702' }])
    const asked = { params: { id: await requestOf(payer, id) } }
    await payday.rows("update employees set phone = '0712007703' where organization_id = $1", [
      payer.organization_id,
    ])
    const overtaken = await payer.primary.call(payouts.approve, asked)
    expect([overtaken.status, overtaken.body.message]).toEqual([
      409,
      expect.stringContaining('changed since'),
    ])
    const stale = await payer.finance.call(payouts.make, {
      params: { id },
      body: { digest: 'what the dialog showed before' },
    })
    expect(stale.status).toBe(409)
    const second = await requestOf(payer, id)
    expect(second).not.toBe(asked.params.id)
    payday.pass(25 * 3600)
    const late = await payday.as('primary', payer.organization_id)
    const expired = await late.call(payouts.approve, { params: { id: second } })
    expect(expired.body.message).toContain('expired')
  })

  it('is the default with two who may pay, and can be changed for all to hear', async () => {
    const payer = await openPayer(payday)
    const before = (await payer.primary.call(payouts.settings)).body
    expect(before).toEqual({ second_person: null, needed: true, holders: 2 })
    const change = (second_person: boolean) =>
      payer.primary.call(payouts.changeSettings, { body: { second_person } })
    expect((await change(false)).body).toMatchObject({ second_person: false, needed: true })
    await payday.settlePayers()
    expect((await payer.primary.call(payouts.settings)).body).toMatchObject({ needed: false })
    expect((await change(true)).body).toMatchObject({ second_person: true, needed: true })
    const { body } = await payer.finance.call(contract.notifications.list)
    expect(body.data.map(({ title }) => title)).toContain('Payouts and the second person')
    const refused = await payer.finance.call(payouts.changeSettings, {
      body: { second_person: false },
    })
    expect(refused.status).toBe(403)
  })
})

it('whoever runs the platform moves nobody’s money, also inside the organisation', async () => {
  const payer = await openPayer(payday)
  const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712007801' }])
  const asked = await requestOf(payer, id)
  const inside = { params: { id: payer.organization_id } }
  const { token } = (await payer.operator.call(contract.auth.switch, inside)).body
  const operator = payday.caller(token)
  const body = { paid: true, reference: 'x', reason: 'y' }
  const replies = [
    await operator.call(payouts.preview, { params: { id } }),
    await operator.call(payouts.make, { params: { id } }),
    await operator.call(payouts.approve, { params: { id: asked } }),
    await operator.call(payouts.retryAll, { params: { id } }),
    await operator.call(payouts.retry, { params: { id: asked } }),
    await operator.call(payouts.resume, { params: { id } }),
    await operator.call(payouts.decide, { params: { id: asked }, body }),
    await operator.call(payouts.changeSettings, { body: { second_person: false } }),
  ]
  for (const reply of replies) {
    expect([reply.status, (reply.body as { message: string }).message]).toEqual([
      403,
      expect.stringContaining('The platform operator does not pay people'),
    ])
  }
  expect((await operator.call(payouts.summary, { params: { id } })).status).toBe(200)
  const { waiting } = (await operator.call(contract.dashboard.get)).body
  expect(JSON.stringify(waiting)).not.toContain('are waiting for your approval')
  await work()
  expect(await movementsTo(/7801$/)).toEqual([])
  // The two people of the organisation still can.
  const agreed = await payer.primary.call(payouts.approve, { params: { id: asked } })
  expect(agreed.status, agreed.body.message).toBe(200)
})

describe('at the same time', () => {
  it('of twenty that pay, approve or retry, one has an effect', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712000001' }])
    const params = { params: { id: await requestOf(payer, id) } }
    const many = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, act))
    const agreed = await many(() => payer.primary.call(payouts.approve, params))
    expect(agreed.filter(({ status }) => status === 200)).toHaveLength(1)
    await alone(payer)
    await many(() => payer.finance.call(payouts.make, { params: { id } }))
    await work()
    expect(await statusesOf(payer, id)).toEqual(['failed'])
    const [row] = await listOf(payer, id)
    const retried = await many(() =>
      payer.finance.call(payouts.retry, { params: { id: row?.id ?? '' } }),
    )
    expect(retried.filter(({ status }) => status === 200)).toHaveLength(1)
    await work()
    const attempts = await payday.rows(
      'select attempt_no from payout_attempts where organization_id = $1 order by attempt_no',
      [payer.organization_id],
    )
    expect(attempts.map(({ attempt_no }) => attempt_no)).toEqual([1, 2])
  })

  it('of two senders, one takes each', async () => {
    const payer = await openPayer(payday)
    const people = Array.from({ length: 12 }, (_, at) => ({ phone: `07120066${10 + at}` }))
    const { id } = await confirmedRun(payday, payer.primary, people)
    await payday.rows(`update payment_lanes set proven_at = now() where organization_id = $1`, [
      payer.organization_id,
    ])
    const agreed = { params: { id: await requestOf(payer, id) } }
    await payer.primary.call(payouts.approve, agreed)
    await Promise.all([work(), pollersOf(payday)(), pollersOf(payday)()])
    expect((await summaryOf(payer, id)).paid.count).toBe(12)
    const sent = (await payday.simulator.log()).filter(
      ({ url, body }) =>
        url?.includes('paymentrequest') && /"PartyB":"?25471200 ?66/.test(JSON.stringify(body)),
    )
    expect(sent).toHaveLength(12)
  })
})

describe('retrying', () => {
  it('asks the provider first, pays the mended number, and only what has failed', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    const { id } = await confirmedRun(payday, payer.primary, [
      { phone: '0712000002' },
      { phone: '0712005501' },
    ])
    await payer.finance.call(payouts.make, { params: { id } })
    await work()
    const [failed, paid] = await listOf(payer, id)
    expect([failed?.status, paid?.status]).toEqual(['failed', 'paid'])
    expect(failed?.told).toMatch(/registered/i)
    const no = await payer.finance.call(payouts.retry, { params: { id: paid?.id ?? '' } })
    expect(no.body.message).toBe('Only a failed payout can be retried.')
    await payday.rows(
      "update employees set phone = '0712005502' where phone = '0712000002' and organization_id = $1",
      [payer.organization_id],
    )
    const yes = await payer.finance.call(payouts.retryAll, { params: { id } })
    expect(yes.body).toMatchObject({ count: 1 })
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'paid'])
    const { steps } = (
      await payer.primary.call(payouts.story, { params: { id: failed?.id ?? '' } })
    ).body
    expect(steps.map(({ attempt, what }) => `${attempt} ${what}`)).toEqual([
      '1 Sent',
      '1 Callback',
      '1 Asked',
      '1 Callback',
      '1 Retry',
      '2 Sent',
      '2 Callback',
    ])
    expect(JSON.stringify(steps)).not.toContain('254712000002')
  })

  it('goes to another account only with a second agreement where two people pay', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712000003' }])
    await pay(payer, id)
    await payday.rows("update employees set phone = '0712004401' where organization_id = $1", [
      payer.organization_id,
    ])
    const [failed] = await listOf(payer, id)
    const refused = await payer.finance.call(payouts.retry, { params: { id: failed?.id ?? '' } })
    expect(refused.body.message).toContain('Make Payments')
    await pay(payer, id)
    expect(await statusesOf(payer, id)).toEqual(['paid'])
  })
})

describe('what stops a run', () => {
  it('wrong credentials stop it after one, and it goes on when somebody says so', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    const people = Array.from({ length: 5 }, (_, at) => ({ phone: `07120033${10 + at}` }))
    const { id } = await confirmedRun(payday, payer.primary, people)
    await payday.simulator.rules({
      overrides: [{ provider: 'daraja', kind: 'b2c', suffix: '3310', scenario: '0004' }],
    })
    await payer.finance.call(payouts.make, { params: { id } })
    await work()
    const stopped = await summaryOf(payer, id)
    expect(stopped).toMatchObject({ failed: { count: 1 }, submitted: { count: 4 } })
    expect(stopped.paused.map(({ method }) => method)).toEqual(['mpesa'])
    await payday.simulator.rules({ overrides: [] })
    expect((await payer.finance.call(payouts.resume, { params: { id } })).status).toBe(200)
    await work()
    expect(await summaryOf(payer, id)).toMatchObject({ paid: { count: 4 }, paused: [] })
    expect((await payer.finance.call(payouts.resume, { params: { id } })).status).toBe(422)
  })

  it('goes on with the credentials that replaced the wrong ones', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    const { id } = await confirmedRun(payday, payer.primary, [
      { phone: '0712003401' },
      { phone: '0712003402' },
    ])
    await payday.simulator.rules({
      overrides: [{ provider: 'daraja', kind: 'b2c', suffix: '3401', scenario: '0004', times: 1 }],
    })
    await payer.finance.call(payouts.make, { params: { id } })
    await work()
    expect((await summaryOf(payer, id)).paused).toHaveLength(1)
    const before = await payday.rows('select id from integrations where organization_id = $1', [
      payer.organization_id,
    ])
    await addIntegration(payday, payer, 'mpesa')
    expect((await payer.finance.call(payouts.resume, { params: { id } })).status).toBe(200)
    await work()
    await payer.finance.call(payouts.retryAll, { params: { id } })
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid', 'paid'])
    const used = await payday.rows(
      `select distinct integration_id from payout_attempts
       where organization_id = $1 and state = 'paid'`,
      [payer.organization_id],
    )
    expect(before.map((row) => row.id)).not.toContain(used[0].integration_id)
  })

  it('what was not sent can be withdrawn, and nothing else', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712002201' }])
    await payer.finance.call(payouts.make, { params: { id } })
    const taken = await payer.finance.call(payouts.withdraw, { params: { id } })
    expect(taken.body).toMatchObject({ count: 1 })
    await work()
    expect(await movementsTo(/2201$/)).toEqual([])
    expect((await payer.finance.call(payouts.withdraw, { params: { id } })).status).toBe(422)
    await payer.finance.call(payouts.retryAll, { params: { id } })
    await work()
    expect(await statusesOf(payer, id)).toEqual(['paid'])
  })
})

it('what no question settles, two people decide, with their evidence', async () => {
  const payer = await openPayer(payday)
  const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712000009' }])
  await pay(payer, id)
  await untilReview()
  expect(await statusesOf(payer, id)).toEqual(['review'])
  const [row] = await listOf(payer, id)
  const decided = (by: Payer['primary'], paid: boolean) =>
    by.call(payouts.decide, {
      params: { id: row?.id ?? '' },
      body: { paid, reference: 'Statement of 10 March', reason: 'Not on the statement.' },
    })
  expect((await decided(payer.finance, false)).body).toMatchObject({ waits: true })
  expect((await decided(payer.finance, false)).status).toBe(403)
  expect((await decided(payer.primary, true)).status).toBe(422)
  expect((await decided(payer.primary, false)).body).toMatchObject({ waits: false })
  expect(await statusesOf(payer, id)).toEqual(['failed'])
  expect((await decided(payer.primary, false)).status).toBe(422)
})
