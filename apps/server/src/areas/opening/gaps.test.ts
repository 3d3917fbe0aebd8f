// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { inSpans } from './gaps.ts'

/** Months of the year that are neither opened nor paid here (B34). Today is 10 March 2026. */

const { dashboard, openingBalances, payrolls, payslips } = contract
const world = await openWorld()

async function openFirm(name: string) {
  return world.as('primary', await world.addOrganization(name))
}
const missing = async (by: Caller) =>
  (await by.call(dashboard.get)).body.steps?.find(({ step }) => step === 'opening')?.missing
const gaps = async (by: Caller, id: string) => {
  const { body } = await by.call(payrolls.checks, { params: { id } })
  const found = body.find(({ kind }) => kind === 'months missing')
  return found && { blocks: found.blocks, of: found.people.map(({ detail }) => detail) }
}
const headings = ['Employee No', 'Month', 'Until', 'Where From', 'Basic Salary']
const open = (by: Caller, number: string, from: string) =>
  by.call(openingBalances.upload, {
    body: {
      file: dataUrl(
        xlsx([
          [...headings, 'Chargeable Pay', 'Tax Charged', 'Personal Relief', 'PAYE'],
          [number, from, '', 'Sage', 10_000, 10_000, 1000, 2400, 0],
        ]),
      ),
    },
  })

test('are named with how many people lack them, and block nothing', async () => {
  const by = await openFirm('Gaps Ltd')
  const amani = await employ(by, { salary: 20_000, employment_date: '2024-01-01' })
  await employ(by, { employment_date: '2024-01-01' })
  await employ(by, { employment_date: '2026-02-15' })
  await employ(by, { employment_date: '2026-03-01' })
  await employ(by, { employment_date: '2024-01-01', tos: 'Consultant', paye: false })
  expect(await missing(by)).toBe(
    'pay of 2026: January to February of 2 people; February of 1 person',
  )
  expect((await open(by, amani.employee_no, 'January 2026')).status).toBe(200)
  const told = 'pay of 2026: February of 2 people; January to February of 1 person'
  expect(await missing(by)).toBe(told)
  const run = await runMonth(by, 'March', 2026, false)
  expect(await missing(by)).toBe(told)
  expect(await gaps(by, run.id)).toEqual({
    blocks: false,
    of: ['February 2026', 'January to February 2026', 'February 2026'],
  })
  expect((await by.call(payrolls.confirm, { params: { id: run.id } })).status).toBe(200)
  const [slip] = (await by.call(payslips.ofEmployee, { params: { id: amani.id } })).body
  const { body } = await by.call(payslips.html, { params: { id: slip?.id ?? '' } })
  expect(body.html).toContain('The year to date is that of January, March.')
})

test('are none of a year that is whole, and a draft is on its way', async () => {
  const by = await openFirm('Whole Ltd')
  const { employee_no } = await employ(by, { employment_date: '2024-01-01' })
  expect((await open(by, employee_no, 'January 2026')).status).toBe(200)
  const february = await runMonth(by, 'February', 2026, false)
  expect(await missing(by)).toBeNull()
  expect(await gaps(by, february.id)).toBeUndefined()
  const march = await runMonth(by, 'March', 2026, false)
  expect(await gaps(by, march.id)).toBeUndefined()
  await by.call(payrolls.confirm, { params: { id: february.id } })
  const [slip] = february.payslips
  const { body } = await by.call(payslips.html, { params: { id: slip?.id ?? '' } })
  expect(body.html).toContain('The year to date has January from Sage.')
  expect(body.html).not.toContain('is that of')
})

test('months that follow one another are one span', () => {
  expect(inSpans(['2026-01', '2026-02', '2026-05'])).toEqual([
    { from: '2026-01', to: '2026-02' },
    { from: '2026-05', to: '2026-05' },
  ])
  expect(inSpans([])).toEqual([])
})
