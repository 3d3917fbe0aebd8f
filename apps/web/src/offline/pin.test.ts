import { expect, test } from 'vitest'
import { isEasy, isSixDigits } from './pin.ts'

test.each(['000000', '123456', '654321', '121212', '112233x', '407407'])(
  '%s is no PIN to keep pay behind',
  (pin) => expect(!isSixDigits(pin) || isEasy(pin)).toBe(true),
)
test.each(['402913', '918273', '112358'])('%s will do', (pin) => {
  expect(isSixDigits(pin) && !isEasy(pin)).toBe(true)
})
