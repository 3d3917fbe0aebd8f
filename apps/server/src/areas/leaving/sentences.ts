import { dayInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'
import { formatShillings } from '@mshahara/engine/money'

export const sayToStaff = englishOf('leaving', {
  endsBefore: 'The last day cannot be before the employment date.',
  noLastDay: ({ name }: { name: string }) =>
    `${name} has no last day yet. Please record it with Change Status first.`,
  notYet: ({ name, last }: { name: string; last: string }) =>
    `The certificate of service is given when employment has ended: ${name}'s last day is ${dayInWords(last)}.`,
  notAtWork: 'Somebody suspended or inactive is made active first, or marked as terminated.',
  notYourRecord:
    'The last day is part of the employee’s record. Please ask somebody who may edit employees.',
  paidLonger:
    'Somebody else must agree that they are paid for longer. Change the last day on their record, have it agreed to, and come back.',
  notYourDraft: 'Its final payroll is a draft. Please ask somebody who may delete payrolls.',
  paid: ({ code }: { code: string }) =>
    `Final dues are paid by ${code}. Please reverse that payroll first.`,
  already: ({ code }: { code: string }) => `Final dues are in ${code} already.`,
  notRecorded: ({ name }: { name: string }) =>
    `Please save why and when ${name} leaves before final dues are paid.`,
  beforeLastDay: 'Final dues are paid with the month of the last day, or later.',
  settled: 'Nothing is owed any more.',
  beyond: ({ left }: { left: number }) => `${formatShillings(left)} is owed at most.`,
  dayAhead: 'The day of a payment cannot be in the future.',
  beforeLeaving: 'The day of the payment cannot be before the last day at work.',
})
