import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test.each([
  [counted(1, 'day'), '1 day'],
  [counted(0, 'day'), '0 days'],
  [counted(0.5, 'hour'), '0.5 hours'],
  [counted(1200, 'person', 'people'), '1,200 people'],
])('%s', (words, expected) => expect(words).toBe(expected))
