import { contract } from '@mshahara/contract'
import { orderShown, type Payday } from './payday.ts'
import type { LogEntry } from './providers.ts'

/**
 * What people, strangers and providers do to payouts under way: accounts are edited, buttons
 * pressed again, callbacks forged and delivered once more, bank files made and put aside, days of
 * payment recorded and taken back.
 */

const { payouts, payrolls, exports } = contract

export interface PaidRun {
  organization_id: string
  id: string
  of: 'employees' | 'casuals'
  /** The one address of a bank that has no other. */
  hook: string | null
}

/** The same numbers for the same seed. */
export function chance(from: number) {
  let state = from
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
type Roll = ReturnType<typeof chance>

const pick = <T>(roll: Roll, from: readonly T[], count: number): T[] =>
  Array.from(
    { length: Math.min(count, from.length) },
    () => from[Math.floor(roll() * from.length)] as T,
  )

const post = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)

/** Of the people of a run, some have another number or account from now on. */
async function editPayees(payday: Payday, { organization_id, of }: PaidRun, roll: Roll) {
  const digits = String(Math.floor(roll() * 1e7)).padStart(7, '0')
  const table = of === 'casuals' ? 'casuals' : 'employees'
  const account = of === 'casuals' ? '' : `, account_no = '1' || lpad(number::text, 9, '0')`
  await payday.rows(
    `update ${table} set phone = '070' || substr($2, 1, 3) || lpad((number % 10000)::text, 4, '0')
       ${account}
     where organization_id = $1 and number % 23 = $3`,
    [organization_id, digits, Math.floor(roll() * 23)],
  )
}

async function pressAgain(payday: Payday, { organization_id, id }: PaidRun, roll: Roll) {
  const payer = await payday.as('primary', organization_id)
  if (roll() < 0.6) await orderShown(payer, id)
  else await payer.call(payouts.retryAll, { params: { id } })
}

/** A file is made of whoever is left, and sometimes put aside again. */
async function makeFile(payday: Payday, { organization_id, id, of }: PaidRun, roll: Roll) {
  if (of === 'casuals') return
  const payer = await payday.as('primary', organization_id)
  const params = { id }
  await payer.call(exports.make, { params, body: { type: 'bank', extension: 'csv' } as never })
  if (roll() < 0.5) return
  const { body } = await payer.call(exports.byproducts, { params })
  for (const { id: file } of Array.isArray(body) ? body : []) {
    await payer.call(exports.notUsed, { params: { id: file } })
  }
}

/**
 * Some are paid by bank from now on, the day of payment is recorded, and they go back to M-PESA.
 * Sometimes it is taken back.
 */
async function recordDay(payday: Payday, { organization_id, id, of }: PaidRun, roll: Roll) {
  if (of === 'casuals') return
  const payer = await payday.as('primary', organization_id)
  const setDay = (paid_on: string) =>
    payer.call(payrolls.setPayment, { params: { id }, body: { paid_on } })
  const whom = [organization_id, Math.floor(roll() * 23)]
  const where = `organization_id = $1 and number % 23 = $2`
  const moved = await payday.rows(
    `update employees set pay_by = 'bank' where ${where} and pay_by = 'mpesa' returning id`,
    whom,
  )
  await setDay('2026-02-28')
  await payday.rows(`update employees set pay_by = 'mpesa' where id = any($1)`, [
    moved.map((row) => row.id),
  ])
  await orderShown(payer, id)
  if (roll() < 0.5) await setDay('')
}

/** A success nobody gave and a failure nobody had, by somebody who has seen the address. */
async function forge(payday: Payday, run: PaidRun, address: string, roll: Roll) {
  const rows = await payday.rows(
    `select a.key, a.amount, a.provider, a.account from payout_attempts a
     join payouts o on o.id = a.payout_id where o.run_id = $1`,
    [run.id],
  )
  for (const { key, amount, provider, account } of pick(roll, rows, 5)) {
    if (provider !== 'KCB' || !run.hook) continue
    const paid = roll() < 0.7
    await post(`${address}${run.hook}`, {
      transactionReference: key,
      transactionStatus: paid ? 'SUCCESS' : 'FAILED',
      transactionMessage: 'Forged',
      ftReference: `FT${Math.floor(roll() * 1e9)}`,
      merchantId: 'invented',
      amount,
      beneficiaryAccountNumber: account,
    })
  }
}

/** What M-PESA was asked, told to its true address to have failed; and callbacks once more. */
async function report(log: readonly LogEntry[], roll: Roll) {
  const sent = log.filter(({ type, url }) => type === 'request' && url?.includes('paymentrequest'))
  for (const { body, answer } of pick(roll, sent, 4)) {
    const asked = body as Record<string, string>
    const known = answer as Record<string, string> | null
    if (!asked.ResultURL) continue
    await post(asked.ResultURL, {
      Result: {
        ResultType: 0,
        ResultCode: 2040,
        ResultDesc: 'Credit Party customer type is not supported.',
        OriginatorConversationID: asked.OriginatorConversationID,
        ConversationID: known?.ConversationID ?? 'AG_unknown',
        TransactionID: 'UKF5YB2C3D',
      },
    })
  }
  const delivered = log.filter(({ type, url }) => type === 'delivery' && url)
  for (const { url, body } of pick(roll, delivered, 12)) await post(url as string, body)
}

/** One round of it. What is refused is as it should be; what breaks, the books show. */
export async function mischief(
  payday: Payday,
  runs: readonly PaidRun[],
  address: string,
  roll: Roll,
) {
  const log = await payday.simulator.log()
  for (const run of runs) {
    const acts = [editPayees, pressAgain, makeFile, recordDay]
    const act = acts[Math.floor(roll() * acts.length)] as (typeof acts)[number]
    await act(payday, run, roll).catch(() => undefined)
    await forge(payday, run, address, roll).catch(() => undefined)
  }
  await report(log, roll)
}
