import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type Bank,
  bankCalled,
  banksLike,
  branchCalled,
  branchesLike,
  nearestBanks,
} from './banks.ts'

const list = new URL('../../../apps/server/src/areas/organizations/banks.json', import.meta.url)
const banks: Bank[] = JSON.parse(readFileSync(list, 'utf8')).banks

describe('a bank', () => {
  test.each([
    ['KCB', '01'],
    ['kenya commercial bank limited', '01'],
    ['01', '01'],
    ['Stanchart', '02'],
    ['Barclays', '03'],
    ['Absa', '03'],
    ['NCBA', '07'],
    ['11', '11'],
    ['Coop', '11'],
    ['Co-op', '11'],
    ['CO-OPERATIVE BANK OF KENYA LIMITED', '11'],
    ['ECO Bank Kenya LTD', '43'],
    ['Ecobank Kenya', '43'],
    ['I&M', '57'],
    ['I & M Bank', '57'],
    ['DTB', '63'],
    ['Equity Bank Limited', '68'],
    ['Equity Bank (Kenya) Limited', '68'],
    ['equity', '68'],
  ])('%s is %s, typed and searched for', (text, code) => {
    expect(bankCalled(banks, text)?.code).toBe(code)
    expect(banksLike(banks, text)[0]?.code).toBe(code)
  })

  test('is found while it is typed, by any of its names', () => {
    const found = (typed: string) => banksLike(banks, typed)
    expect(found('stanch').map(({ short }) => short)).toEqual(['Standard Chartered'])
    expect(found('diamond').map(({ short }) => short)).toEqual(['DTB'])
    expect(found('')).toHaveLength(banks.length)
    expect(found('I&M').map(({ short }) => short)).toEqual(['I&M'])
    expect(found('bank of a')[0]?.name).toBe('Bank of Africa Kenya')
    expect(found('ank')).toEqual([])
  })

  test('has names that mean one bank only, clean of company suffixes and shouting', () => {
    const names = banks.flatMap(({ name, short, also, code }) =>
      [...new Set([name, short, ...also, code])].map((text) => [text, code]),
    )
    for (const [text, code] of names)
      expect([text, bankCalled(banks, text)?.code]).toEqual([text, code])
    const shouting = banks.flatMap(({ name, branches }) =>
      [name, ...branches.map((branch) => branch.name)].filter(
        (text) =>
          /\b(ltd|limited|plc)\b/i.test(text.replace('Finance Ltd.', '')) ||
          / ,|\s{2}|\s$/.test(text),
      ),
    )
    expect(shouting).toEqual([])
  })

  test('that is unknown is unknown; the nearest are told', () => {
    expect(bankCalled(banks, 'Village Bank')).toBeUndefined()
    expect(bankCalled(banks, '')).toBeUndefined()
    expect(nearestBanks(banks, 'Equty Bnk')).toContain('Equity Bank Kenya')
    expect(nearestBanks(banks, 'zzz')).toEqual([])
  })
})

test('a branch is known by name, code, and earlier spellings', () => {
  const absa = bankCalled(banks, 'Absa')
  for (const text of ['Kapsabet', 'Kapsabet Branch', 'KAPSABET BRANCH', '002']) {
    expect(branchCalled(absa, text)?.code).toBe('002')
  }
  expect(branchCalled(absa, 'Atlantis')).toBeUndefined()
  expect(branchCalled(undefined, 'Kapsabet')).toBeUndefined()
})

test('a branch is found while it is typed, the one called so first', () => {
  const equity = bankCalled(banks, 'Equity') as Bank
  const found = (typed: string) => branchesLike(equity, typed).map(({ name }) => name)
  expect(found('equity bank corp')[0]).toBe('Equity Bank Corporate')
  expect(found('nowhere at all')).toEqual([])
  for (const { name } of equity.branches) {
    expect(found(name)[0]).toBe(branchCalled(equity, name)?.name)
  }
})
