import { monthInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'
import { formatShillings } from '@mshahara/engine/money'

export const sayToStaff = englishOf('remittances', {
  meanwhile: 'Something was recorded of it meanwhile. Please look at it again.',
  twice: 'A payment with this reference is recorded already.',
  wrongDay: 'The day of the payment is in the month or after it, and not in the future.',
  takenBack: 'This payment was taken back already.',
  kept: 'What was paid over is kept. Take it back, and record it again.',
  noMonth: ({ month }: { month: string }) =>
    `Nothing is to be paid over for ${monthInWords(month)}.`,
  notDue: 'Nothing is to be paid over to this recipient for the month.',
  paidAlready: 'All of it is paid. If more was paid, please say why in the note.',
  moreThanOpen: ({ open }: { open: number }) =>
    `${formatShillings(open)} is open. If more was paid, please say why in the note.`,
  byLaw: 'This is due by law, and is paid over.',
  ofOthers: 'A scheme or a lender has this as its own: it is paid over.',
  unknown: 'No month has a deduction of this name.',
  feedUnused: 'This calendar address is not in use.',
})
