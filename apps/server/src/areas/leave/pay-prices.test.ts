// @tests story
import { contract } from '@mshahara/contract'
import { payslip } from '@mshahara/engine/payslip'
import { beforeEach, expect, test } from 'vitest'
import { approveLeave, openLeaveOffice } from '../../test/leave.ts'
import { employ, runMonth, terminate } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** Unpaid leave of a month that was paid costs, and gives back, what it cost that month. */

const { allowances, employees, leaveClaims, leaveRequests, payrolls, variablePay } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

async function openMarch() {
  const { primary, typeOf, renewed } = await openLeaveOffice(world)
  const { id } = await employ(primary, { salary: 62_000, employment_date: '2024-02-01' })
  const takeFive = () =>
    approveLeave(primary, {
      ...{ employee_id: id, leave_type_id: typeOf('Unpaid Leave') },
      ...{ start_date: '2026-03-16', end_date: '2026-03-20' },
    })
  const allow = (amount: number, taxable = true) =>
    primary.call(allowances.create, {
      body: { employee_id: id, name: 'House', amount, taxable, type: 'house' },
    })
  const cancel = (leave: string) => primary.call(leaveRequests.cancel, one(leave))
  const rename = (type: string, name: string) =>
    world.rows('update leave_types set name = $2 where id = $1', [typeOf(type), name])
  return { primary, id, takeFive, allow, cancel, rename, renewed, typeOf }
}

interface Line {
  name: string
  amount: number
}
async function linesIn(run: { id: string }, employee: string, called: RegExp) {
  const [slip] = await world.rows(
    'select incomes from payslips where payroll_id = $1 and employee_id = $2',
    [run.id, employee],
  )
  return (slip.incomes as Line[])
    .filter(({ name }) => called.test(name))
    .map(({ amount }) => amount)
}

test('an allowance that came later is not given back with it', async () => {
  const { primary, id, takeFive, allow, cancel } = await openMarch()
  const leave = await takeFive()
  const march = await runMonth(primary, 'March', 2026)
  expect(await linesIn(march, id, /^Unpaid/)).toEqual([-1_000_000])
  await allow(93_000)
  await cancel(leave)
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /given back/)).toEqual([1_000_000])
})

test('nor is a salary that was recorded for that month afterwards', async () => {
  const { primary, id, takeFive, cancel } = await openMarch()
  const leave = await takeFive()
  await runMonth(primary, 'March', 2026)
  const raised = { salary: 620_000, salary_from: '2026-03' }
  await primary.call(employees.update, { ...one(id), body: raised })
  await cancel(leave)
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /given back/)).toEqual([1_000_000])
})

test('untaxed allowances are given back as they were taken', async () => {
  const { primary, id, takeFive, allow, cancel } = await openMarch()
  await allow(31_000, false)
  const leave = await takeFive()
  const march = await runMonth(primary, 'March', 2026)
  expect(await linesIn(march, id, /^Unpaid/)).toEqual([-1_000_000, -500_000])
  await cancel(leave)
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /given back/)).toEqual([1_000_000, 500_000])
})

test('a draft with days not worked stays as it is when another allowance is for a month to come', async () => {
  const { primary, id, takeFive, allow } = await openMarch()
  const { body: house } = await allow(31_000)
  await takeFive()
  const { id: march } = await runMonth(primary, 'March', 2026, false)
  const body = { employee_id: id, name: 'House', amount: 62_000, type: 'house' as const }
  const change = (since: string | null) =>
    primary.call(allowances.update, { ...one(house.id), body: { ...body, since } })
  expect((await change('2026-05')).status).toBe(200)
  expect((await primary.call(payrolls.confirm, one(march))).status).toBe(200)
})

test('days that a month of absence left no room for are not given back', async () => {
  const { primary, id, takeFive, cancel } = await openMarch()
  const leave = await takeFive()
  const people = [{ employee_id: id, absence_days: 28 }]
  await primary.call(variablePay.save, { query: {}, body: { month: '2026-03', people } } as never)
  const march = await runMonth(primary, 'March', 2026)
  expect(await linesIn(march, id, /^Unpaid/)).toEqual([-600_000])
  await cancel(leave)
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /given back/)).toEqual([600_000])
})

test.each(['Unpaid Leave', 'Absence'])(
  'a month that absence filled took nothing for %s, and gives nothing back',
  async (name) => {
    const { primary, id, takeFive, cancel, rename } = await openMarch()
    await rename('Unpaid Leave', name)
    const leave = await takeFive()
    const people = [{ employee_id: id, absence_days: 31 }]
    await primary.call(variablePay.save, { query: {}, body: { month: '2026-03', people } } as never)
    await runMonth(primary, 'March', 2026)
    await cancel(leave)
    const april = await runMonth(primary, 'April', 2026)
    expect(await linesIn(april, id, /given back/)).toEqual([])
  },
)

test('of a type called as absence is, what there was room for comes back', async () => {
  const { primary, id, takeFive, cancel, rename } = await openMarch()
  await rename('Unpaid Leave', 'Absence')
  const leave = await takeFive()
  const people = [{ employee_id: id, absence_days: 28 }]
  await primary.call(variablePay.save, { query: {}, body: { month: '2026-03', people } } as never)
  await runMonth(primary, 'March', 2026)
  await cancel(leave)
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /given back/)).toEqual([600_000])
})

test('days that are told late cost what the month paid, and come back as they were taken', async () => {
  const { primary, id, takeFive, allow, cancel, renewed } = await openMarch()
  const { body } = await allow(93_000)
  await runMonth(primary, 'March', 2026)
  const leave = await takeFive()
  await primary.call(allowances.remove, one(body.id))
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /^Unpaid/)).toEqual([-2_500_000])
  await cancel(leave)
  world.setTime('2026-04-12T09:00:00Z')
  const later = await renewed(primary)
  const may = await runMonth(later, 'May', 2026)
  expect(await linesIn(may, id, /given back/)).toEqual([2_500_000])
})

/** What the law leaves of a month's salary, in cents. */
const lawOn = (salary: number, month: string) => {
  const { netPay, paye, nssfEmployee, shif, ahlEmployee } = payslip({ salary }, month)
  return { netPay, paye, nssfEmployee, shif, ahlEmployee }
}
type Law = ReturnType<typeof lawOn>
const less = (one: Law, other: Law) =>
  Object.fromEntries(Object.keys(one).map((k) => [k, one[k as keyof Law] - other[k as keyof Law]]))

test('told late they are taxed with the month that takes them, by its limits', async () => {
  const { primary, typeOf } = await openLeaveOffice(world)
  const { id } = await employ(primary, { salary: 100_000, employment_date: '2024-02-01' })
  await runMonth(primary, 'January', 2026)
  await approveLeave(primary, {
    ...{ employee_id: id, leave_type_id: typeOf('Unpaid Leave') },
    ...{ start_date: '2026-01-12', end_date: '2026-01-16' },
  })
  const netOf = async (run: { id: string }) => {
    const [slip] = await world.rows(
      `select (net * 100)::int as "netPay", (paye * 100)::int as paye,
         (nssf * 100)::int as "nssfEmployee", (health * 100)::int as shif,
         (housing * 100)::int as "ahlEmployee"
       from payslips where payroll_id = $1 and employee_id = $2`,
      [run.id, id],
    )
    return slip as Law
  }
  const [salary, lost] = [10_000_000, 1_612_903]
  const whole = lawOn(salary, '2026-02')
  const february = less(whole, await netOf(await runMonth(primary, 'February', 2026)))
  expect(february).toEqual(less(whole, lawOn(salary - lost, '2026-02')))
  // 5 ÷ 31 of 100,000 and what the law takes of that: NSSF to 108,000, and 30% of the rest.
  const taken = { paye: 434_274, nssfEmployee: 96_774, shif: 44_355, ahlEmployee: 24_194 }
  expect(february).toEqual({ netPay: 1_013_306, ...taken })
  // As arrears they would be of January, where NSSF went to 72,000: no less with them than without.
  const asArrears = less(lawOn(salary, '2026-01'), lawOn(salary - lost, '2026-01'))
  expect(asArrears).toMatchObject({ netPay: 1_081_048, nssfEmployee: 0 })
})

test('of untaxed pay as well, as far as there is any', async () => {
  const { primary, id, takeFive, allow, cancel, renewed } = await openMarch()
  await allow(31_000, false)
  await runMonth(primary, 'March', 2026)
  const leave = await takeFive()
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /^Unpaid/)).toEqual([-1_000_000, -500_000])
  await cancel(leave)
  world.setTime('2026-04-12T09:00:00Z')
  const may = await runMonth(await renewed(primary), 'May', 2026)
  expect(await linesIn(may, id, /given back/)).toEqual([1_000_000, 500_000])
})

test('and where the allowance has ended since, of taxed pay only', async () => {
  const { primary, id, takeFive, allow } = await openMarch()
  const { body } = await allow(31_000, false)
  await runMonth(primary, 'March', 2026)
  await takeFive()
  await primary.call(allowances.remove, one(body.id))
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /^Unpaid/)).toEqual([-1_000_000])
})

test('a type that was renamed since gives back what it took', async () => {
  const { primary, id, takeFive, allow, cancel, rename } = await openMarch()
  await allow(31_000, false)
  const leave = await takeFive()
  await runMonth(primary, 'March', 2026)
  await rename('Unpaid Leave', 'Leave without pay')
  await cancel(leave)
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /given back/)).toEqual([1_000_000, 500_000])
})

test.each(['before', 'after'])(
  'nor does one called as absence is, %s it was paid',
  async (when) => {
    const { primary, id, takeFive, cancel, rename } = await openMarch()
    if (when === 'before') await rename('Unpaid Leave', 'Absence')
    const leave = await takeFive()
    const people = [{ employee_id: id, absence_days: 9 }]
    await primary.call(variablePay.save, { query: {}, body: { month: '2026-03', people } } as never)
    await runMonth(primary, 'March', 2026)
    if (when === 'after') await rename('Unpaid Leave', 'Absence')
    await cancel(leave)
    const april = await runMonth(primary, 'April', 2026)
    expect(await linesIn(april, id, /given back/)).toEqual([1_000_000])
  },
)

test('two types that changed names give back their own days', async () => {
  const { primary, id, takeFive, cancel, rename, typeOf } = await openMarch()
  await world.rows(`update leave_types set is_paid = false where id = $1`, [typeOf('Study Leave')])
  await takeFive()
  const day = await approveLeave(primary, {
    ...{ employee_id: id, leave_type_id: typeOf('Study Leave') },
    ...{ start_date: '2026-03-30', end_date: '2026-03-30' },
  })
  await runMonth(primary, 'March', 2026)
  await rename('Unpaid Leave', 'Leave without pay')
  await rename('Study Leave', 'Unpaid Leave')
  await cancel(day)
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /given back/)).toEqual([200_000])
})

test.each(['gave back what it took', 'took days of it'])(
  'a month is not reversed under one that %s',
  async (which) => {
    const { primary, takeFive, cancel } = await openMarch()
    const isLate = which === 'took days of it'
    const leave = isLate ? '' : await takeFive()
    const march = await runMonth(primary, 'March', 2026)
    await (isLate ? takeFive() : cancel(leave))
    const april = await runMonth(primary, 'April', 2026)
    const reverse = (run: { id: string }) =>
      primary.call(payrolls.reverse, { ...one(run.id), body: { reason: 'A wrong salary' } })
    const refused = await reverse(march)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining('Please reverse that payroll first.'),
    ])
    expect((await reverse(april)).status).toBe(200)
    expect((await reverse(march)).status).toBe(200)
  },
)

test('whoever has left is owed what was taken, untaxed pay too', async () => {
  const { primary, id, takeFive, allow, cancel } = await openMarch()
  await allow(31_000, false)
  const leave = await takeFive()
  await terminate(primary, id, '2026-03-31')
  await runMonth(primary, 'March', 2026)
  await cancel(leave)
  const { body } = await primary.call(leaveClaims.ofEmployee, one(id))
  expect(body.due).toBe(15_000)
})

async function openVatMarch() {
  const office = await openMarch()
  const { primary, id } = office
  const consultant = { tos: 'Consultant', vat_registered: 1, salary: 116_000 } as const
  const changed = { ...consultant, salary_from: '2024-02' }
  const done = await primary.call(employees.update, { ...one(id), body: changed as never })
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  return office
}

test('of a consultant the VAT goes with days that are told late, and comes back with them', async () => {
  const { primary, id, takeFive, cancel, renewed } = await openVatMarch()
  const march = await runMonth(primary, 'March', 2026)
  expect(await linesIn(march, id, /VAT/)).toEqual([1_600_000])
  const leave = await takeFive()
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /^Unpaid/)).toEqual([-1_612_903, -258_065])
  await cancel(leave)
  world.setTime('2026-04-12T09:00:00Z')
  const may = await runMonth(await renewed(primary), 'May', 2026)
  expect(await linesIn(may, id, /given back/)).toEqual([1_612_903, 258_065])
})

test('and what a month had less of it comes back with the fee', async () => {
  const { primary, id, takeFive, cancel, allow } = await openVatMarch()
  await allow(31_000)
  const leave = await takeFive()
  const march = await runMonth(primary, 'March', 2026)
  expect(await linesIn(march, id, /^VAT|^Unpaid/)).toEqual([-1_612_903 - 500_000, 1_341_935])
  await cancel(leave)
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /given back/)).toEqual([1_612_903 + 500_000, 258_064])
})

test('all of it, where the month was wholly without pay', async () => {
  const { primary, id, typeOf, renewed } = await openVatMarch()
  world.setTime('2026-02-20T09:00:00Z')
  const by = await renewed(primary)
  const leave = await approveLeave(by, {
    ...{ employee_id: id, leave_type_id: typeOf('Unpaid Leave') },
    ...{ start_date: '2026-03-01', end_date: '2026-03-31' },
  })
  const march = await runMonth(by, 'March', 2026)
  expect(await linesIn(march, id, /^VAT/)).toEqual([])
  await by.call(leaveRequests.cancel, one(leave))
  world.setTime('2026-03-10T09:00:00Z')
  const april = await runMonth(primary, 'April', 2026)
  expect(await linesIn(april, id, /given back/)).toEqual([10_000_000, 1_600_000])
})

test('of a last pay the VAT of days is a claim with them', async () => {
  const { primary, id, takeFive } = await openVatMarch()
  await terminate(primary, id, '2026-03-31')
  await runMonth(primary, 'March', 2026)
  await takeFive()
  const { body } = await primary.call(leaveClaims.ofEmployee, one(id))
  expect(body.owed).toBe(18_709.68)
})
