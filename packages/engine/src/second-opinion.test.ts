import { expect, test } from 'vitest'
import { payslip } from './index.ts'

/**
 * The current law a second time, by another road: BigInt in hundred-thousandths of a cent, a
 * cumulative table read from the top, and no code of the engine. 100,000 random cases must agree.
 */

const scale = 100_000n
const half = (value: bigint) => (value + scale / 2n) / scale

/** Tax on everything below, and the rate of what is above: from the top band down. */
const table: [from: bigint, taxBelow: bigint, perHundredThousand: bigint][] = [
  [80_000_000n, 24_228_335n, 35_000n],
  [50_000_000n, 14_478_335n, 32_500n],
  [3_233_300n, 448_325n, 30_000n],
  [2_400_000n, 240_000n, 25_000n],
  [0n, 0n, 10_000n],
]

function taxOf(pay: bigint): bigint {
  for (const [from, below, rate] of table) {
    if (pay > from || from === 0n) return half(below * scale + (pay - from) * rate)
  }
  return 0n
}

const least = (...values: bigint[]) => [...values].sort((a, b) => Number(a - b))[0] as bigint
const atLeast = (value: bigint, floor: bigint) => (value < floor ? floor : value)

interface Given {
  salary: bigint
  bonus: bigint
  pension: bigint
  fund: bigint
  mortgage: bigint
  premium: bigint
  other: bigint
  disabled: boolean
}

function secondOpinion(given: Given) {
  const cash = given.salary + given.bonus
  const tierOne = half(least(cash, 900_000n) * 6_000n)
  const tierTwo = half(atLeast(least(cash, 10_800_000n) - 900_000n, 0n) * 6_000n)
  const nssf = tierOne + tierTwo
  const shif = given.salary === 0n ? 0n : atLeast(half(given.salary * 2_750n), 30_000n)
  const levy = half(given.salary * 1_500n)
  const pension = least(half(cash * 30_000n), nssf + given.pension, 3_000_000n)
  const before =
    pension + least(given.mortgage, 3_000_000n) + least(given.fund, 1_500_000n) + levy + shif
  const left = atLeast(cash - before, 0n)
  const taxable = left - (given.disabled ? least(left, 15_000_000n) : 0n)
  const relief = 240_000n + least(half(given.premium * 15_000n), 500_000n)
  const paye = atLeast(taxOf(taxable) - relief, 0n)
  const net = cash - paye - nssf - shif - levy - given.pension - given.fund - given.other
  return { taxable, paye, nssf, shif, levy, net }
}

/** The same numbers every time, so that a failure can be found again. */
function random(seed: number) {
  let state = seed
  return (most: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    state = Math.imul(state ^ (state >>> 13), 0x297a2d39)
    return Math.abs(state ^ (state >>> 16)) % (most + 1)
  }
}

test('100,000 random cases agree with an independent computation', () => {
  const pick = random(20261115)
  for (let index = 0; index < 100_000; index += 1) {
    const salary = pick([50_000_00, 200_000_00, 1_500_000_00][index % 3] as number)
    const sometimes = (most: number) => (pick(3) === 0 ? pick(most) : 0)
    const bonus = sometimes(100_000_00)
    const pension = sometimes(50_000_00)
    const fund = sometimes(25_000_00)
    const mortgage = sometimes(50_000_00)
    const premium = sometimes(50_000_00)
    const other = sometimes(20_000_00)
    const disabled = pick(9) === 0
    const slip = payslip(
      {
        salary,
        incomes: [{ amount: bonus, oneOff: true }],
        pension,
        medicalFund: fund,
        mortgageInterest: mortgage,
        insurancePremium: premium,
        otherDeductions: other,
        options: { disability: disabled },
      },
      '2026-11',
    )
    const opinion = secondOpinion({
      salary: BigInt(salary),
      bonus: BigInt(bonus),
      pension: BigInt(pension),
      fund: BigInt(fund),
      mortgage: BigInt(mortgage),
      premium: BigInt(premium),
      other: BigInt(other),
      disabled,
    })
    const same =
      slip.taxablePay === Number(opinion.taxable) &&
      slip.paye === Number(opinion.paye) &&
      slip.nssfEmployee === Number(opinion.nssf) &&
      slip.shif === Number(opinion.shif) &&
      slip.ahlEmployee === Number(opinion.levy) &&
      slip.netPay === Number(opinion.net)
    if (!same) expect({ salary, bonus, pension, slip }).toEqual(opinion)
  }
  expect.assertions(0)
})
