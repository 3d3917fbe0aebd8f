import { expect, test } from 'vitest'
import { textsIn } from '../apps/web/src/lib/language.tsx'
import { loanTexts } from '../apps/web/src/loans/texts.ts'
import { bellTexts } from '../apps/web/src/notifications/texts.ts'
import { isTest, sources } from './tidy-sources.ts'

/**
 * One word for each notion, whichever catalogue a person reads: what stands here was replaced, and
 * the better word is beside it.
 */
const replaced: [RegExp, string][] = [
  [/\bnywila\b/i, 'nenosiri'],
  [/\bposho\b/i, 'marupurupu'],
  [/\bjina la mwisho\b/i, 'jina la ukoo'],
  [/\bmatangazo\b/i, 'arifa'],
  [/\bmaelezo\b/i, 'taarifa'],
  [/\bkodi\b(?! ya nyumba)/i, 'ushuru; kodi is rent'],
  [/\bsheria na masharti\b/i, 'vigezo na masharti'],
  [/\bsalio z/i, 'salio la, masalio ya'],
  [/\bulizostahili\b/i, 'unazostahili'],
  [/\bna na\b/, 'na'],
  [/\b(?:me|li)badili(?:ka|shwa) kwa sasa\b/, 'tangu'],
  [/\bmsimamizi mkuu\b/i, 'mtumiaji mkuu'],
]

test('every catalogue has the same Swahili word for the same thing', () => {
  const told = sources(/\.tsx?$/).filter((source) => !isTest(source))
  const faults = told.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      replaced.flatMap(([word, better]) =>
        word.test(line) ? [`${path}:${index + 1} say ${better}: ${line.trim()}`] : [],
      ),
    ),
  )
  expect(faults).toEqual([])
})

test('where SHIF is told in Swahili, SHA stands beside it', () => {
  const told = sources(/(?:texts|words).*\.tsx?$/).flatMap(({ lines }) =>
    lines.filter((line) => /(?:sw: |': ').*\bSHIF\b/.test(line)),
  )
  expect(told.length).toBeGreaterThan(2)
  for (const line of told) expect(line).toContain('SHIF (SHA)')
})

test('words agree with the number before them', () => {
  const bell = textsIn(bellTexts, 'sw')
  expect(bell.unread({ count: 1 })).toBe('Arifa, 1 haijasomwa')
  expect(bell.unread({ count: 2 })).toBe('Arifa, 2 hazijasomwa')
  const loans = textsIn(loanTexts, 'sw')
  expect(loans.youGuarantee({ count: 1 })).toBe('Umedhamini mkopo 1 unaoendelea, ')
  expect(loans.youGuarantee({ count: 2 })).toBe('Umedhamini mikopo 2 inayoendelea, ')
})
