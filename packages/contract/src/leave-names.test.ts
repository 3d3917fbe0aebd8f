import { expect, test } from 'vitest'
import { holidayIn, leaveTypeIn } from './leave-names.ts'

test('what every organisation starts with reads in Swahili, what it named itself as it is', () => {
  expect(leaveTypeIn('Annual Leave', 'sw')).toBe('Likizo ya Mwaka')
  expect(leaveTypeIn('Annual Leave', 'en')).toBe('Annual Leave')
  expect(leaveTypeIn('Harvest Leave', 'sw')).toBe('Harvest Leave')
  expect(holidayIn('Labour Day', 'sw')).toBe('Sikukuu ya Wafanyakazi')
  expect(holidayIn('Jamhuri Day (moved from Sunday)', 'sw')).toBe(
    'Siku ya Jamhuri (imehamishwa kutoka Jumapili)',
  )
  expect(holidayIn('Founder Day', 'sw')).toBe('Founder Day')
  expect([leaveTypeIn, holidayIn].map((said) => said('constructor', 'sw'))).toEqual([
    'constructor',
    'constructor',
  ])
})
