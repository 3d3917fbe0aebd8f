// @tests long
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addMany } from '../../test/office.ts'
import { pagesOf } from '../../test/pages.ts'
import { actsOf, confirmMonth, openPayday, openPayer } from '../../test/payday.ts'

const { payouts } = contract
const payday = await openPayday()
const people = 800

test('a run that was confirmed a moment ago is paid without a walk through it for each person', {
  timeout: 120_000,
}, async () => {
  // Statistics come later than Make Payments, and without them a plan has no luck.
  await payday.byHand('alter table payslips set (autovacuum_enabled = false)')
  const payer = await openPayer(payday, 'kcb')
  await addMany(payday, payer.organization_id, people)
  await payday.rows(
    `update employees set pay_by = 'mpesa', phone = '0711' || lpad(number::text, 6, '0')
     where organization_id = $1`,
    [payer.organization_id],
  )
  await actsOf(payday).alone(payer)
  const run = { params: { id: await confirmMonth(payer) } }
  const before = await pagesOf(payday, 'payslips')
  expect((await payer.finance.call(payouts.preview, run)).status).toBe(200)
  expect((await payer.finance.call(payouts.make, run)).body).toMatchObject({ count: people })
  // A walk for each would be a thousand and more; the sending that begins meanwhile is counted too.
  expect(((await pagesOf(payday, 'payslips')) - before) / people).toBeLessThan(500)
})
