import { englishOf } from '@mshahara/contract/say'

export const sayToStaff = englishOf('remittances', {
  meanwhile: 'Something was recorded of it meanwhile. Please look at it again.',
  twice: 'A payment with this reference is recorded already.',
  wrongDay: 'The day of the payment is in the month or after it, and not in the future.',
  takenBack: 'This payment was taken back already.',
  kept: 'What was paid over is kept. Take it back, and record it again.',
})
