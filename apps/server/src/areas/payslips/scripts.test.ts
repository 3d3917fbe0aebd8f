// @tests story
import { templateIds } from '@mshahara/contract/payslips'
import { describe, expect, test } from 'vitest'
import { latin } from '../../foundation/paper/fonts.ts'
import { print } from '../../foundation/paper/printer.ts'
import { wordsOf } from '../../test/pdf.ts'
import { paperOf } from './paper.ts'
import { sample } from './sample.ts'

/** Names in every script, as they come out on paper. */

const names: [name: string, printed: string][] = [
  ['Wanjirũ Kĩmani-Ng’ang’a', 'Wanjirũ Kĩmani-Ng’ang’a'],
  ['Zoë Đặng Łukasz', 'Zoë Đang Łukasz'],
  ['Wanjiru\u0303 e\u0301', 'Wanjirũ é'],
  ['محمد', 'Mhmd'],
  ['አበበ ቢቂላ', "Abebe Bik'ila"],
  ['王伟', 'WangWei'],
  ['Владимир Щербаков', 'Vladimir Shcherbakov'],
  ['Ελένη Παππά', 'Eleni Pappa'],
  ['अमिताभ', 'Amitabh'],
  ['김철수', 'GimCheolSu'],
  ['Amani 🎉 Njoroge', 'Amani Njoroge'],
  ['🎉👩‍👧', 'Employee TC-0007'],
  ['\u200f\u200b', 'Employee TC-0007'],
]

const called = (name: string) => ({
  ...sample,
  person: { ...sample.person, name, employee_no: 'TC-0007' },
})
const colors = { light_color: '#E7F2EE', dark_color: '#0B6B50' }

describe('a name on a payslip', () => {
  test.each(templateIds)('is printed in letters, never as question marks: %s', async (template) => {
    const papers = names.map(([name]) => paperOf(template, called(name), '2026-03-01T09:00:00Z'))
    const pdfs = await print({ colors, logo: null, papers }, { organization_id: 'home' })
    for (const [index, [, printed]] of names.entries()) {
      const all = wordsOf(pdfs[index] as Uint8Array).join(' ')
      const words = all.replace('Genuine? Check it.', '')
      expect(words).toContain(printed)
      expect(words).not.toContain('?')
    }
  })

  test('has no sign that the font lacks, whatever is written', () => {
    for (let code = 0x20; code < 0x1_10000; code += 7) {
      if (code >= 0xd800 && code < 0xe000) continue
      const text = latin(`a${String.fromCodePoint(code)}`)
      expect(latin(text)).toBe(text)
    }
  })
})
