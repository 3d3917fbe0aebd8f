import { agreeing, daySaid, daysSaid } from '@mshahara/contract/language'
import { leaveTypeIn } from '@mshahara/contract/leave-names'
import { dayInWords } from '@mshahara/contract/months'
import { englishOf, sentencesOf } from '@mshahara/contract/say'

interface OnDay {
  day: string
}
interface OfType {
  /** As the organisation calls it. */
  type: string
}
interface Short extends OfType {
  year: number
  days: number
  remaining: number
}
const inSw = (type: string) => leaveTypeIn(type, 'sw')

/** Asking for leave, deciding it, and standing in for each other. */
export const say = sentencesOf('leave', {
  aYear: { en: 'One request covers at most a year.', sw: 'Ombi moja haliwezi kuzidi mwaka mmoja.' },
  typeNotFound: { en: 'This leave type was not found.', sw: 'Aina hii ya likizo haikupatikana.' },
  coverSelf: {
    en: 'A person cannot cover for themselves.',
    sw: 'Mtu hawezi kushika nafasi yake mwenyewe.',
  },
  nobodyDecides: {
    en: 'Nobody can decide this request yet. Please appoint a leave approver first.',
    sw: 'Hakuna anayeweza kuamua ombi hili. Ni lazima mwidhinishaji wa likizo ateuliwe kwanza.',
  },
  notPending: { en: 'This approval is no longer pending.', sw: 'Idhini hii haisubiri tena.' },
  ownRequest: {
    en: 'Nobody can decide their own request.',
    sw: 'Mtu hawezi kuamua ombi lake mwenyewe.',
  },
  decidedAlready: {
    en: 'Somebody else has already decided this.',
    sw: 'Mtu mwingine ameshaamua jambo hili.',
  },
  begun: {
    en: 'This leave has started and can no longer be cancelled.',
    sw: 'Likizo hii imeshaanza na haiwezi kughairiwa tena.',
  },
  notUnderWay: {
    en: 'Only approved leave that has started and is not yet over can be shortened.',
    sw: 'Ni likizo iliyoidhinishwa, iliyoanza na ambayo haijaisha pekee inayoweza kufupishwa.',
  },
  officeShortens: {
    en: 'This leave reduces your pay. Please ask the person who manages leave to shorten it.',
    sw: 'Likizo hii inapunguza mshahara wako. Tafadhali mwombe anayesimamia likizo aifupishe.',
  },
  shortenedNow: { en: 'Leave shortened successfully', sw: 'Likizo imefupishwa' },
  shortenTo: ({ first, last }: { first: string; last: string }) => ({
    en: `The last day can be from ${daySaid(first, 'en')} to ${daySaid(last, 'en')}: days already past stay taken.`,
    sw: `Siku ya mwisho iwe kati ya ${daySaid(first, 'sw')} na ${daySaid(last, 'sw')}: siku zilizopita zimeshachukuliwa.`,
  }),
  hasLeft: {
    en: 'This person has left and can no longer decide.',
    sw: 'Mtu huyu ameondoka kazini na hawezi kuamua tena.',
  },
  userNotFound: { en: 'This user was not found.', sw: 'Mtumiaji huyu hakupatikana.' },
  somebodyElse: { en: 'Please choose somebody else.', sw: 'Tafadhali chagua mtu mwingine.' },
  daysOver: { en: 'These days have passed.', sw: 'Siku hizi zimepita.' },
  delegated: { en: 'Delegation saved successfully', sw: 'Uwakilishi umehifadhiwa' },
  delegationEnded: { en: 'Delegation ended', sw: 'Uwakilishi umekwisha' },
  feedClosed: { en: 'The private address is turned off', sw: 'Anwani ya siri imefungwa' },
  approvedNow: { en: 'Leave request approved successfully', sw: 'Ombi la likizo limeidhinishwa' },
  rejectedNow: { en: 'Leave request rejected successfully', sw: 'Ombi la likizo limekataliwa' },
  cancelledNow: { en: 'Leave request cancelled successfully', sw: 'Ombi la likizo limeghairiwa' },
  linkUnknown: {
    en: 'This link is not valid. Please open the request from Leave Approvals.',
    sw: 'Kiungo hiki hakijulikani. Tafadhali fungua ombi kupitia Idhini za Likizo.',
  },
  linkOfOther: {
    en: 'This link was sent to somebody else. Please sign in with your own account.',
    sw: 'Kiungo hiki kilitumwa kwa mtu mwingine. Tafadhali ingia kwa akaunti yako mwenyewe.',
  },
  linkUsed: { en: 'This link has already been used.', sw: 'Kiungo hiki kimeshatumika.' },
  linkExpired: {
    en: 'This link has expired. Please open the request from Leave Approvals.',
    sw: 'Muda wa kiungo hiki umeisha. Tafadhali fungua ombi kupitia Idhini za Likizo.',
  },
  noWorkingDays: {
    en: 'These are not working days, so no leave is needed.',
    sw: 'Hizi si siku za kazi: hazihitaji likizo.',
  },
  spent: {
    en: 'There are not enough days left for this request.',
    sw: 'Siku zilizosalia hazitoshi kwa ombi hili.',
  },
  overlaps: {
    en: 'There is another leave request for some of these days.',
    sw: 'Kuna ombi jingine la likizo kwa baadhi ya siku hizi.',
  },
  keepsCount: {
    en: 'Leave already taken stays as it was counted.',
    sw: 'Likizo iliyochukuliwa inabaki kama ilivyohesabiwa.',
  },
  paid: {
    en: 'This leave has been paid and can no longer be changed.',
    sw: 'Likizo hii imeshalipwa na haiwezi kubadilishwa tena.',
  },
  approved: {
    en: 'This request has already been approved.',
    sw: 'Ombi hili tayari limeidhinishwa.',
  },
  rejected: {
    en: 'This request has already been rejected.',
    sw: 'Ombi hili tayari limekataliwa.',
  },
  cancelled: { en: 'This request has been cancelled.', sw: 'Ombi hili limeghairiwa.' },
  until: ({ day }: OnDay) => ({
    en: `Leave can be requested until ${daySaid(day, 'en')}.`,
    sw: `Likizo inaweza kuombwa hadi ${daySaid(day, 'sw')}.`,
  }),
  keptFrom: ({ day }: OnDay) => ({
    en: `Leave records start on ${daySaid(day, 'en')}.`,
    sw: `Kumbukumbu za likizo zinaanzia ${daySaid(day, 'sw')}.`,
  }),
  attachmentNeeded: ({ type, days }: OfType & { days: number }) => ({
    en: `${type} of more than ${daysSaid(days, 'en')} needs an attachment.`,
    sw: `${inSw(type)} ya zaidi ya ${daysSaid(days, 'sw')} inahitaji kiambatisho.`,
  }),
  notOffered: ({ type }: OfType) => ({
    en: `${type} is no longer offered.`,
    sw: `${inSw(type)} haitolewi tena.`,
  }),
  notActive: ({ name }: { name: string }) => ({
    en: `${name} is not active.`,
    sw: `${name} hayupo kazini.`,
  }),
  employedFrom: ({ name, day }: OnDay & { name: string }) => ({
    en: `${name} is employed only from ${daySaid(day, 'en')}.`,
    sw: `${name} ameajiriwa kuanzia ${daySaid(day, 'sw')} pekee.`,
  }),
  lastDay: ({ day }: OnDay) => ({
    en: `The last working day is ${daySaid(day, 'en')}.`,
    sw: `Siku ya mwisho ya kazi ni ${daySaid(day, 'sw')}.`,
  }),
  onlyFor: ({ type, gender }: OfType & { gender: 'Female' | 'Male' }) => ({
    en: `${type} is for ${gender === 'Female' ? 'women' : 'men'}.`,
    sw: `${inSw(type)} ni ya ${gender === 'Female' ? 'wanawake' : 'wanaume'}.`,
  }),
  takenFrom: ({ type, day }: OfType & OnDay) => ({
    en: `${type} can be taken from ${daySaid(day, 'en')}.`,
    sw: `${inSw(type)} inaweza kuchukuliwa kuanzia ${daySaid(day, 'sw')}.`,
  }),
  wholeDays: ({ type }: OfType) => ({
    en: `${type} is taken in whole days.`,
    sw: `${inSw(type)} huchukuliwa kwa siku nzima.`,
  }),
  notice: ({ type, days, day }: OfType & OnDay & { days: number }) => ({
    en: `${type} must be requested ${daysSaid(days, 'en')} in advance: from ${daySaid(day, 'en')}.`,
    sw: `${inSw(type)} huombwa ${daysSaid(days, 'sw')} kabla: kuanzia ${daySaid(day, 'sw')}.`,
  }),
  askedFrom: ({ type, day }: OfType & OnDay) => ({
    en:
      `${type} can be requested from ${daySaid(day, 'en')}. ` +
      'Earlier leave is recorded by the office.',
    sw:
      `${inSw(type)} inaweza kuombwa kuanzia ${daySaid(day, 'sw')}. ` +
      'Likizo ya awali hurekodiwa na ofisi.',
  }),
  noBalance: ({ type, year }: OfType & { year: number }) => ({
    en: `There is no balance of ${type} for ${year}, and that year is over.`,
    sw: `Hakuna salio la ${inSw(type)} la mwaka ${year}, na mwaka huo umeisha.`,
  }),
  tooFewDays: ({ type, year, days, remaining }: Short) => ({
    en:
      `${daysSaid(days, 'en')} of ${type} requested in ${year}, ` +
      `but only ${daysSaid(remaining, 'en')} left.`,
    sw:
      `Umeomba ${daysSaid(days, 'sw')} ${agreeing(days, 'ya', 'za')} ${inSw(type)} mwaka ` +
      `${year}, na ${agreeing(remaining, 'imesalia', 'zimesalia')} ${daysSaid(remaining, 'sw')}.`,
  }),
})

/** Told to staff alone. */
export const sayToStaff = englishOf('leave', {
  feedUnused: 'This address is not in use.',
  askedAlready: 'This user has already been asked to decide it.',
  balanceExists: 'This employee already has this balance for the year.',
  holidayNotFound: 'This public holiday was not found.',
  claimClosed: 'This claim has already been closed.',
  notDone: 'Final pay has not been run yet: it may still deduct these days.',
  duePaid: 'This is owed to the person and can only be paid.',
  claimCollected: 'This is owed by the person and can only be collected or waived.',
  ownDays: 'Somebody else must pay out your own days.',
  daysToPay: 'Please give the days to pay out.',
  givenBackLater:
    'A later payroll deducted or refunded unpaid leave based on what this one pays. Please reverse ' +
    'that payroll first.',
  finalPayOver: 'Their final pay has been run, so no payroll would pay these days.',
  inDraft: 'These days are in a draft payroll. Please delete the draft first.',
  nothingWaits: 'No days of this balance are waiting to be paid out.',
  typeNameTaken: 'There is already a leave type with this name.',
  typeCodeTaken: 'There is already a leave type with this code.',
  unpaidNotPaidOut: 'Unpaid leave cannot be paid out.',
  holidayTaken: 'There is already a holiday on this day.',
  yearOver: 'This year is over: no more balances can be opened for it.',
  yearTooFar: 'Balances can be opened up to next year only.',
  yearNotBegun: 'Days of a year that has not started cannot be paid out.',
  appointed: 'This user already has this appointment.',
  stationNotFound: 'This work station was not found.',
  departmentNotFound: 'This department was not found.',
  designationNotFound: 'This designation was not found.',
  ledgerKept: 'Ledger entries cannot be changed.',
  approveByName: 'Leave pay beyond this year must be approved by name.',
  paidMeanwhile: 'Somebody else is paying these days out. Please try again.',
  hasBalances: 'This leave type has balances. Please make it inactive instead of deleting it.',
  takenByPayroll: 'A payroll has deducted these days: there is nothing left to claim.',
  notBefore: ({ year, day }: OnDay & { year: number }) =>
    `Balances for ${year} cannot be opened before ${dayInWords(day).replace(/^0/, '')}.`,
  notPaidOut: ({ type }: OfType) => `${type} cannot be paid out.`,
  notBegunYet: ({ year }: { year: number }) =>
    `${year} has not started: none of its days can be paid out yet.`,
})
