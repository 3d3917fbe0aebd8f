import { expect, test } from 'vitest'
import { deductions, effectOf } from './deductions.ts'

const saved = { paye: true, nhif: false, nssf: true, housing: true, nita: true }
const of = (flag: string) => deductions.find((deduction) => deduction.flag === flag) as never

test('a switch left as it was says nothing', () => {
  for (const deduction of deductions) {
    expect(effectOf(deduction, saved, saved[deduction.flag])).toBeNull()
  }
})

test('a turned switch says what will happen, and what will not', () => {
  expect(effectOf(of('paye'), saved, false)).toBe(
    'From the next payroll run no PAYE is deducted for anybody in this organization. ' +
      'Confirmed payrolls stay as they are.',
  )
  expect(effectOf(of('nhif'), saved, true)).toMatch(/SHIF is deducted from everyone who has/)
  expect(effectOf(of('nita'), saved, false)).toMatch(/no longer counted as your cost/)
})
