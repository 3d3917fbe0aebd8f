// @tests story
import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'
import { news } from './news.ts'

/** One makes a payroll, another looks at it and agrees: nobody confirms alone (B29). */

const world = await openWorld()
const { makerChecker, payrolls } = contract

async function openFirm() {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  const finance = await world.as('finance', organization_id)
  const person = await employ(primary, { salary: 80_000 })
  await primary.call(makerChecker.changeSettings, { body: { confirming: null, reversal: true } })
  return { organization_id, primary, finance, person }
}
type Firm = Awaited<ReturnType<typeof openFirm>>
type Caller = Firm['primary']

const submit = async (by: Caller, id: string) => {
  const reply = await by.call(payrolls.confirm, { params: { id } })
  expect(reply.status).toBe(202)
  return (reply.body as unknown as { proposal_id: string }).proposal_id
}
const look = async (by: Caller, id: string) =>
  (await by.call(makerChecker.get, { params: { id } })).body
const agree = async (by: Caller, id: string, digest?: string) => {
  const shown = digest ?? (await look(by, id)).digest
  return by.call(makerChecker.agree, { params: { id }, body: { digest: shown } })
}
const statusOf = async (by: Caller, id: string) =>
  (await by.call(payrolls.get, { params: { id } })).body.status

describe('confirming', () => {
  let firm: Firm
  beforeAll(async () => {
    firm = await openFirm()
  })

  test('waits for somebody else, who sees the totals and confirms by agreeing', async () => {
    const { primary, finance } = firm
    const run = await runMonth(finance, 'January', 2026, false)
    const id = await submit(finance, run.id)
    expect(await statusOf(primary, run.id)).toBe('draft')
    const shown = await look(primary, id)
    expect(shown).toMatchObject({ state: 'waiting', own: false, may_check: true })
    expect(shown.title).toBe(`Confirm ${run.code} for January 2026`)
    expect(shown.shown).toContainEqual({ label: 'Gross pay', before: null, after: '80,000.00' })
    expect((await agree(primary, id)).status).toBe(200)
    expect(await statusOf(primary, run.id)).toBe('confirmed')
    expect(await look(primary, id)).toMatchObject({ state: 'agreed', maker: 'Amani Njoroge' })
    // Agreed to once.
    expect((await agree(primary, id)).status).toBe(409)
  })

  test('shows the checks of the draft, and why it differs from the month before', async () => {
    const { primary, finance, person } = firm
    const body = { employee_id: person.id, name: 'House', amount: 5_000 }
    await primary.call(contract.allowances.create, { body })
    const run = await runMonth(finance, 'February', 2026, false)
    const { shown } = await look(primary, await submit(finance, run.id))
    expect(shown).toContainEqual({ label: 'Gross pay', before: '80,000.00', after: '85,000.00' })
    const found = shown.find(({ label }) => label.startsWith('Since January 2026: Allowances'))
    expect(found).toMatchObject({ label: expect.stringContaining('House'), before: null })
    expect(found?.after).toBe('1 person, net +5,000')
    const checks = shown.filter(({ label }) => label.startsWith('Check: '))
    expect(checks.some(({ after }) => after?.includes('Njeri Mwangi'))).toBe(true)
    await finance.call(payrolls.remove, { params: { id: run.id } })
  })

  test('is not agreed to by whoever asked, nor without the right, nor from elsewhere', async () => {
    const { primary, finance, organization_id } = firm
    const run = await runMonth(finance, 'February', 2026, false)
    const id = await submit(finance, run.id)
    const { digest } = await look(finance, id)
    expect((await agree(finance, id)).body.message).toContain('you requested this yourself')
    const admin = await world.as('admin', organization_id)
    expect((await agree(admin, id, digest)).status).toBe(404)
    const operator = await world.as('super-admin', organization_id)
    expect([403, 404]).toContain((await agree(operator, id, digest)).status)
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await agree(stranger, id, digest)).status).toBe(404)
    expect((await agree(primary, id, 'x')).status).toBe(409)
    expect(await statusOf(primary, run.id)).toBe('draft')
    const back = { params: { id }, body: { reason: 'The overtime is missing' } }
    expect((await finance.call(makerChecker.sendBack, back)).status).toBe(403)
    expect((await primary.call(makerChecker.sendBack, back)).status).toBe(200)
    expect(await look(finance, id)).toMatchObject({
      state: 'sent back',
      reason: 'The overtime is missing',
    })
    const bell = (await finance.call(contract.notifications.list)).body.data.map((one) => one.text)
    expect(bell.join()).toContain('The overtime is missing')
    await finance.call(payrolls.remove, { params: { id: run.id } })
  })

  test('a change of the draft in between voids it', async () => {
    const { primary, finance, person } = firm
    const run = await runMonth(finance, 'February', 2026, false)
    const id = await submit(finance, run.id)
    const seen = await look(primary, id)
    await primary.call(contract.employees.update, {
      params: { id: person.id },
      body: { ...bodyOf(person), salary: 90_000, salary_from: '2026-02' } as never,
    })
    // Nothing else than the draft's own figures can be agreed to, and those are out of date.
    expect((await agree(primary, id)).status).toBe(422)
    await finance.call(payrolls.recalculate, { params: { id: run.id } })
    expect((await look(primary, id)).state).toBe('void')
    expect((await agree(primary, id, seen.digest)).status).toBe(409)
    const again = await submit(finance, run.id)
    expect((await agree(primary, again, seen.digest)).status).toBe(409)
    expect((await agree(primary, again)).status).toBe(200)
  })

  test('a newer request takes the place of the older; it can be taken back, and lapses', async () => {
    const { primary, finance } = firm
    const run = await runMonth(finance, 'March', 2026, false)
    const [first, second] = [await submit(finance, run.id), await submit(finance, run.id)]
    expect((await look(primary, first)).state).toBe('void')
    expect((await primary.call(makerChecker.withdraw, { params: { id: second } })).status).toBe(403)
    await finance.call(makerChecker.withdraw, { params: { id: second } })
    expect((await agree(primary, second)).status).toBe(409)
    const third = await submit(finance, run.id)
    await world.byHand(
      `update proposals set lapses_at = now() - interval '30 years' where id = $1`,
      [third],
    )
    expect((await agree(primary, third)).status).toBe(409)
    await news(world.parts).next()
    expect((await look(primary, third)).state).toBe('lapsed')
  })

  test('twenty who agree at once confirm once', async () => {
    const { primary, finance } = firm
    const [run] = (await primary.call(payrolls.list)).body.filter(
      ({ status }) => status === 'draft',
    )
    const id = await submit(finance, run?.id ?? '')
    const { digest } = await look(primary, id)
    const replies = await Promise.all(Array.from({ length: 20 }, () => agree(primary, id, digest)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await statusOf(primary, run?.id ?? '')).toBe('confirmed')
  })

  test('is told to whoever can agree: bell, mail and first screen', async () => {
    const { primary, finance } = firm
    await primary.call(makerChecker.changeSettings, { body: { confirming: true } })
    const run = await runMonth(primary, 'April', 2026, false)
    const id = await submit(primary, run.id)
    const { waiting } = (await finance.call(contract.dashboard.get)).body
    expect(waiting.map(({ link }) => link)).toContain(`/approval/${id}`)
    const own = (await primary.call(contract.dashboard.get)).body.waiting
    expect(own.map(({ link }) => link)).not.toContain(`/approval/${id}`)
    const bell = (await finance.call(contract.notifications.list)).body.data.map((one) => one.link)
    expect(bell).toContain(`/approval/${id}`)
    await news(world.parts).next()
    const [mail] = await world.mails(finance.email)
    expect(mail?.subject).toBe('Something is waiting for your approval')
    const list = (by: Caller, which: 'mine' | 'to check') =>
      by.call(makerChecker.list, { query: { which } })
    expect((await list(finance, 'to check')).body.map((one) => one.id)).toEqual([id])
    expect((await list(primary, 'to check')).body).toEqual([])
    expect((await list(primary, 'mine')).body[0]?.id).toBe(id)
    const log = await world.rows(
      `select properties from activity_log where subject_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(JSON.stringify(log)).toContain('Amani Njoroge')
  })

  test('a lone holder of the right confirms alone', async () => {
    const organization_id = await world.addOrganization()
    const primary = await world.as('primary', organization_id)
    await employ(primary)
    await primary.call(makerChecker.changeSettings, { body: { confirming: null } })
    expect((await runMonth(primary, 'January', 2026)).status).toBe('confirmed')
  })
})

describe('a reversal', () => {
  test('waits for a second primary user, and is done as it was asked for', async () => {
    const { organization_id, primary, finance } = await openFirm()
    const run = await runMonth(finance, 'January', 2026, false)
    await agree(primary, await submit(finance, run.id))
    const reply = await primary.call(payrolls.reverse, {
      params: { id: run.id },
      body: { reason: 'Wrong month' },
    })
    expect(reply.status).toBe(202)
    const id = (reply.body as unknown as { proposal_id: string }).proposal_id
    expect((await agree(finance, id)).status).toBe(404)
    expect((await agree(primary, id)).status).toBe(403)
    const second = await world.as('primary', organization_id)
    // Given the right a moment ago: it counts tomorrow.
    await world.platform((tx) => tx.run`update checker_changes set made_at = app_now()`)
    expect((await agree(second, id)).body.message).toContain('less than a day ago')
    await world.settlePayers()
    expect((await agree(second, id)).status).toBe(200)
    const { body } = await primary.call(payrolls.get, { params: { id: run.id } })
    expect(body).toMatchObject({ status: 'reversed', reversal_reason: 'Wrong month' })
  })
})

const bodyOf = (person: Awaited<ReturnType<typeof employ>>) => {
  const { first_name, last_name, id_number, employment_date } = person
  return { first_name, last_name, id_number, employment_date }
}
