/** A PIN of six digits that is not among the first anybody would try. */

const runs = '01234567890 09876543210'

export const isSixDigits = (pin: string) => /^\d{6}$/.test(pin)
export const isEasy = (pin: string) =>
  new Set(pin).size < 3 || runs.includes(pin) || pin.slice(0, 3) === pin.slice(3)
