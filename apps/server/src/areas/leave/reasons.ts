import { daySaid } from '@mshahara/contract/language'
import { holidayIn, leaveTypeIn } from '@mshahara/contract/leave-names'
import { retold, sentencesOf } from '@mshahara/contract/say'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { KeptReason } from './ledger.ts'

interface Year {
  year: number
}
interface Holiday {
  holiday: string
  day: string
}
const inSw = (holiday: string) => holidayIn(holiday, 'sw')

/**
 * Why there is an entry in the ledger, where it is not a person's own words. They are kept with the
 * entry: see `retold`.
 */
export const reasons = sentencesOf('leave', {
  opened: { en: 'Opened with these days', sw: 'Salio lilifunguliwa kwa siku hizi' },
  notPaidOut: { en: 'Not paid out after all', sw: 'Hazikulipwa kwa pesa hatimaye' },
  paidOnLeaving: { en: 'Paid on leaving', sw: 'Zililipwa wakati wa kuondoka kazini' },
  paidAsApproved: {
    en: 'Paid on leaving, as approved',
    sw: 'Zililipwa wakati wa kuondoka kazini, kama zilivyoidhinishwa',
  },
  runReversed: {
    en: 'The payroll that paid it was reversed',
    sw: 'Malipo ya siku hizi yalibatilishwa',
  },
  onLastDay: { en: 'There on the last day', sw: 'Zilikuwepo siku ya mwisho ya kazi' },
  givenBackLate: {
    en: 'Given back after carried days had expired',
    sw: 'Zilirudishwa baada ya siku zilizohamishwa kuisha muda',
  },
  takenInTime: {
    en: 'Carried days that were taken in time',
    sw: 'Siku zilizohamishwa zilizochukuliwa kwa wakati',
  },
  notTakenInTime: {
    en: 'Carried days that were not taken in time',
    sw: 'Siku zilizohamishwa ambazo hazikuchukuliwa kwa wakati',
  },
  noneCarried: {
    en: 'No carried days were left',
    sw: 'Hakuna siku zilizohamishwa zilizobaki',
  },
  notNeeded: { en: 'Not needed after all', sw: 'Hazikuhitajika tena' },
  carriedEarly: ({ day }: { day: string }) => ({
    en: `Ahead of time, for leave from ${daySaid(day, 'en')}`,
    sw: `Kabla ya wakati, kwa likizo kuanzia ${daySaid(day, 'sw')}`,
  }),
  carriedOver: ({ year }: Year) => ({
    en: `${year} to ${year + 1}`,
    sw: `${year} hadi ${year + 1}`,
  }),
  notTaken: ({ year }: Year) => ({
    en: `Not taken in ${year} and not carried over`,
    sw: `Hazikuchukuliwa ${year} wala kuhamishwa`,
  }),
  recordedLater: ({ year }: Year) => ({
    en: `Taken in ${year}, recorded later`,
    sw: `Zilichukuliwa ${year}, zikaandikwa baadaye`,
  }),
  holidaysAdded: {
    en: 'The public holidays of a coming year were added',
    sw: 'Sikukuu za mwaka ujao zimeongezwa',
  },
  holidayAdded: ({ holiday, day }: Holiday) => ({
    en: `${holiday} on ${daySaid(day, 'en')} was added`,
    sw: `${inSw(holiday)} ya ${daySaid(day, 'sw')} imeongezwa`,
  }),
  holidayRemoved: ({ holiday, day }: Holiday) => ({
    en: `${holiday} on ${daySaid(day, 'en')} was removed`,
    sw: `${inSw(holiday)} ya ${daySaid(day, 'sw')} imeondolewa`,
  }),
  holidayMoved: ({ holiday, day, to }: Holiday & { to: string }) => ({
    en: `${holiday} moved from ${daySaid(day, 'en')} to ${daySaid(to, 'en')}`,
    sw: `${inSw(holiday)} imehamishwa kutoka ${daySaid(day, 'sw')} hadi ${daySaid(to, 'sw')}`,
  }),
  workWeekChanged: {
    en: 'The working days of the organization changed',
    sw: 'Siku za kazi za shirika zimebadilika',
  },
  ownWeekChanged: ({ name }: { name: string }) => ({
    en: `The working days of ${name} changed`,
    sw: `Siku za kazi za ${name} zimebadilika`,
  }),
  countedBy: ({ type, count_by }: { type: string; count_by: 'working' | 'calendar' }) => ({
    en: `${type} is counted in ${count_by} days now`,
    sw: `${leaveTypeIn(type, 'sw')} sasa inahesabiwa kwa siku za ${count_by === 'working' ? 'kazi' : 'kalenda'}`,
  }),
})

/** In the language of whoever asks; what people wrote, as they wrote it. */
export const reasonToWire = ({ say }: Ctx, { reason, reason_code }: KeptReason): string | null =>
  reason && say((reason_code && retold(reasons, reason_code)) ?? reason)
