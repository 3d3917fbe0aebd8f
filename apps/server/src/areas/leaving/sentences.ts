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
  yearBefore: ({ year, since }: { year: number; since: string }) =>
    `${year} is before employment began, on ${dayInWords(since)}.`,
  yearAfter: ({ year }: { year: number }) => `${year} is after the year of the last day.`,
  yearTaxed: ({ year }: { year: number }) =>
    `The PAYE of ${year} is more than its taxable pay. Please look at the P9 of that year again.`,
  yearTooMuch: ({ year, most }: { year: number; most: number }) =>
    `The taxable pay of ${year} is more than ten times the basic pay of a year, ${formatShillings(most)}. Please look at the P9 of that year again.`,
  settled: 'Nothing is owed any more.',
  beyond: ({ left }: { left: number }) => `${formatShillings(left)} is owed at most.`,
  recordedAlready: ({ reference }: { reference: string }) =>
    `This amount is recorded of that day with ${reference} already. If it is another payment, please give it another reference.`,
  dayAhead: 'The day of a payment cannot be in the future.',
  beforeLeaving: 'The day of the payment cannot be before the last day at work.',
})
