import { inBoth, type Language } from '@mshahara/contract/language'
import { dayInWords } from '@mshahara/contract/months'
import { englishOf, sentencesOf } from '@mshahara/contract/say'
import { formatShillings } from '@mshahara/engine/money'

/** One’s own payslip. */
export const say = sentencesOf('payroll', {
  notWorkedOut: ({ looked_at }: { looked_at: boolean }) => ({
    en: `The figures of this payslip ${looked_at ? 'cannot be' : 'are still being'} worked out.`,
    sw: `Hesabu za hati hii ya malipo ${looked_at ? 'haziwezi kufanywa' : 'bado zinafanywa'}.`,
  }),
})

export interface Worked {
  days: number
  days_of: number
}
export const isWhole = ({ days, days_of }: Worked) => days === days_of || days === 0

const workedIn = (of: Worked, language: Language) => {
  if (isWhole(of)) return language === 'sw' ? 'mwezi mzima' : 'whole month'
  return language === 'sw'
    ? `siku ${of.days} kati ya ${of.days_of}`
    : `${of.days} of ${of.days_of} days`
}

/** What moved a part of somebody's pay between two months. */
export const changes = sentencesOf('payroll', {
  thisMonth: { en: 'This month', sw: 'Mwezi huu' },
  lastMonth: { en: 'Last month', sw: 'Mwezi uliopita' },
  started: { en: 'New', sw: 'Mpya' },
  ended: { en: 'Ended', sw: 'Imeisha' },
  amount: ({ was, now }: { was: number; now: number }) =>
    inBoth(() => `${formatShillings(was)} → ${formatShillings(now)}`),
  days: ({ was, now }: { was: Worked; now: Worked }) =>
    inBoth((language) => `${workedIn(was, language)} → ${workedIn(now, language)}`),
})

/** Told to staff alone. */
export const sayToStaff = englishOf('payroll', {
  textsCost: 'Text messages are for organizations on a paid plan.',
  nobodyLeft: 'There is no payslip left in this payroll.',
  kept: 'This payroll is confirmed and cannot be changed.',
  notInPay:
    'Somebody in this payroll is suspended, inactive or not employed in its days. Recalculate it first.',
  notAllWorkedOut: 'Only a payroll whose payslips are all worked out can be confirmed.',
  dayRecorded: 'The day of payment of this payroll is recorded. If that is wrong, remove it first.',
  dayOfConfirmed: 'Only a confirmed payroll has a day of payment.',
  beforeMonth: 'This day is before the month of the payroll.',
  yearAhead: 'This day is more than a year ahead.',
  claimPaid:
    'Something was paid or given up of what they still owe. Please take that back first, under Owed by Leavers.',
  lacking: 'Some figures of this payroll cannot be worked out. See its checks.',
  from2021: 'Payrolls can be run from January 2021 onwards.',
  oneAhead: 'A payroll can be run one month ahead at most.',
  notYet: 'This payroll cannot be confirmed yet.',
  ownPay: ({ detail }: { detail: string }) =>
    `Somebody else must approve what this payroll pays you: ${detail}`,
  blocked: ({ title, names, more }: { title: string; names: string[]; more: number }) =>
    `${title}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  paid: ({ day, ahead }: { day: string; ahead: boolean }) =>
    `This payroll ${ahead ? 'is to be' : 'was'} paid on ${dayInWords(day)}. ` +
    'If that is wrong, remove the day of payment first.',
  monthMoved:
    'Another payroll of this month has since been confirmed or reversed. Recalculate this one first.',
  restsOnIt: 'A later payroll of this month depends on this one. Reverse that one first.',
  owedTaken:
    'A later payroll has taken back what this correction left owed. Reverse that payroll first.',
  takenBy: ({ codes }: { codes: string[] }) =>
    `What this correction left owed was taken back in ${codes.join(', ')}. Reverse ` +
    `${codes.length === 1 ? 'that payroll' : 'those payrolls'} first.`,
  countedOn: ({ codes }: { codes: string[] }) =>
    `The tax in ${codes.join(', ')} was worked out from what this payroll deducted. Reverse ` +
    `${codes.length === 1 ? 'that payroll' : 'those payrolls'} first.`,
  allHaveOne: ({ month, year }: { month: string; year: number }) =>
    `All active employees already have a payslip for ${month} ${year}.`,
})
