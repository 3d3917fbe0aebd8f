import type { RegisterFigure } from '@mshahara/contract/registers'
import { payslip } from '@mshahara/engine/payslip'
import { expect, test } from 'vitest'
import { differencesOf, type Figures } from './causes.ts'

/** Why two registers of a month differ. */

const month = '2026-02'

function person(salary: number, other = 0) {
  const input = { salary, otherDeductions: other }
  const law = payslip(input, month)
  const total = law.paye + law.nssfEmployee + law.shif + law.ahlEmployee + other
  const figures: Record<RegisterFigure, number> = {
    ...{ salary, gross: salary, taxable: law.taxablePay, paye: law.paye },
    ...{ nssf: law.nssfEmployee, health: law.shif, housing: law.ahlEmployee },
    ...{ other_deductions: other, total_deductions: total, net: salary - total },
  }
  return { figures, input }
}
const here = person(60_000_00)
const causes = (there: Figures) =>
  Object.fromEntries(differencesOf(here, there, month).map(({ figure, cause }) => [figure, cause]))

test('the same figures do not differ', () => {
  expect(differencesOf(here, here.figures, month)).toEqual([])
})

test('another pay, and what our law makes of it, is input', () => {
  const there = person(65_000_00).figures
  expect(new Set(Object.values(causes(there)))).toEqual(new Set(['input']))
  expect(Object.keys(causes(there))).toHaveLength(9)
})

test('another tax on the same pay is law, in the sums as well', () => {
  const { paye, total_deductions, net } = here.figures
  const more = 250_00
  const there = { ...here.figures, paye: paye + more }
  expect(causes({ ...there, total_deductions: total_deductions + more, net: net - more })).toEqual({
    paye: 'law',
    total_deductions: 'law',
    net: 'law',
  })
})

test('another pay with a tax that our law does not make of it is both', () => {
  const there = { ...person(65_000_00).figures, nssf: here.figures.nssf - 500_00 }
  expect(causes(there)).toMatchObject({ gross: 'input', nssf: 'law', health: 'input' })
})

test('less than a shilling is rounding; several of them together still are', () => {
  const { paye, nssf, health, total_deductions, net } = here.figures
  const there = {
    ...here.figures,
    ...{ paye: paye + 60, nssf: nssf + 60, health: health - 1 },
    ...{ total_deductions: total_deductions + 119, net: net - 119 },
  }
  expect(new Set(Object.values(causes(there)))).toEqual(new Set(['rounding']))
  expect(Object.keys(causes(there))).toHaveLength(5)
})

test('a net that nothing compared explains has another input', () => {
  expect(causes({ net: here.figures.net - 5_000_00 })).toEqual({ net: 'input' })
  const { gross, net } = here.figures
  expect(causes({ gross, net: net - 99 })).toEqual({ net: 'rounding' })
  expect(causes({ ...here.figures, other_deductions: 1_000_00 })).toMatchObject({
    other_deductions: 'input',
  })
})

test('what no law could be asked about is input', () => {
  expect(causes({ gross: -1, paye: 0 })).toMatchObject({ gross: 'input', paye: 'input' })
})
