import { deepStrictEqual } from 'node:assert/strict'
import { explain, type PayInput, payslip } from '../packages/engine/src/index.ts'
import { barePayslip } from './bare-payslip.ts'
import { median } from './median.ts'

/** Payslips per second on one core: with the dated law, with the working, and bare. */
const month = '2026-11'
const people = 1_000
const rounds = 7

const staff: PayInput[] = Array.from({ length: people }, (_, index) => ({
  salary: 15_000_00 + ((index * 7919) % 900_000) * 100,
  incomes: [
    { amount: (index % 5) * 2_500_00 },
    { amount: index % 7 === 0 ? 20_000_00 : 0, oneOff: true },
  ],
  pension: index % 3 === 0 ? 5_000_00 : 0,
  otherDeductions: (index % 4) * 1_000_00,
}))
for (const input of staff) deepStrictEqual(payslip(input, month), barePayslip(input))

let sink = 0
function rate(work: (input: PayInput) => number, repeat: number): number {
  const begun = performance.now()
  for (let round = 0; round < repeat; round += 1) {
    for (let index = 0; index < people; index += 1) sink += work(staff[index] as PayInput)
  }
  return (people * repeat) / ((performance.now() - begun) / 1000)
}

const ways = {
  bare: { work: (input: PayInput) => barePayslip(input).netPay, repeat: 1000 },
  engine: { work: (input: PayInput) => payslip(input, month).netPay, repeat: 600 },
  oldest: { work: (input: PayInput) => payslip(input, '2021-01').netPay, repeat: 600 },
  working: { work: (input: PayInput) => explain(input, month).length, repeat: 10 },
}
type Way = keyof typeof ways
const rates: Record<Way, number[]> = { bare: [], engine: [], oldest: [], working: [] }
for (let round = 0; round <= rounds; round += 1) {
  for (const way of Object.keys(ways) as Way[]) {
    const measured = rate(ways[way].work, ways[way].repeat)
    if (round > 0) rates[way].push(measured)
  }
}
const of = (way: Way) => median(rates[way])
const shown = (value: number) => Math.round(value).toLocaleString('en-US')
console.log(`bare arithmetic: ${shown(of('bare'))} payslips/s`)
console.log(`engine, ${month}: ${shown(of('engine'))} payslips/s`)
console.log(`engine, 2021-01: ${shown(of('oldest'))} payslips/s`)
console.log(`engine with the working: ${shown(of('working'))} payslips/s`)
console.log(`ratio engine/bare: ${(of('engine') / of('bare')).toFixed(2)} (aim: at least 0.33)`)
console.log(`ratio oldest/newest month: ${(of('oldest') / of('engine')).toFixed(2)} (aim: about 1)`)
if (sink === 0) console.log('nothing was computed')
