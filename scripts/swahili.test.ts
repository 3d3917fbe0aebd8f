import { expect, test } from 'vitest'
import { say as leaveSays } from '../apps/server/src/areas/leave/sentences.ts'
import { partTexts } from '../apps/web/src/leave/part-texts.ts'
import { leaveTexts } from '../apps/web/src/leave/texts.ts'
import { textsIn } from '../apps/web/src/lib/language.tsx'
import { loanTexts } from '../apps/web/src/loans/texts.ts'
import { bellTexts } from '../apps/web/src/notifications/texts.ts'
import { offlineTexts } from '../apps/web/src/offline/texts.ts'
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
  [/\bhaijatajwa\b/i, 'haijabainishwa'],
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

test('one day is one, also where days are left, lapse, go over or are asked for', () => {
  const leave = textsIn(leaveTexts, 'sw')
  const day = '31 Machi, 2027'
  expect(leave.carriedLapse({ days: 1, day })).toMatch(/^Siku 1 uliyohamisha .* ichukue /)
  expect(leave.carriedLapse({ days: 3, day })).toMatch(/^Siku 3 ulizohamisha .* zichukue /)
  const lapses = [1, 2].map((days) => leave.lapse({ days, year: 2026 }))
  expect(lapses).toEqual([
    'Siku 1 itapotea mwisho wa mwaka 2026 isipochukuliwa',
    'Siku 2 zitapotea mwisho wa mwaka 2026 zisipochukuliwa',
  ])
  expect(leave.goOver({ days: 0.5, year: 2027 })).toBe('Siku 0.5 itahamia mwaka 2027')
  const parts = textsIn(partTexts, 'sw')
  expect(parts.coming({ days: 1 })).toMatch(/itakuwa imepatikana/)
  expect(parts.coming({ days: 4 })).toMatch(/zitakuwa zimepatikana/)
  const offline = textsIn(offlineTexts, 'sw')
  expect(offline.left({ left: 1, of: 21 })).toBe('Siku 1 kati ya 21 imesalia')
  expect(offline.left({ left: 9, of: 21 })).toBe('Siku 9 kati ya 21 zimesalia')
  const asked = { type: 'Annual Leave', year: 2026, days: 2, remaining: 1 }
  expect(leaveSays.tooFewDays(asked).sw).toBe(
    'Umeomba siku 2 za Likizo ya Mwaka mwaka 2026, na imesalia siku 1.',
  )
})
