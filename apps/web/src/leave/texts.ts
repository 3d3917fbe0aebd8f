import { agreeing, daysSaid } from '@mshahara/contract/language'
import { texts } from '../lib/language.tsx'

interface NamedType {
  name: string
}
interface Away extends NamedType {
  from: string
  to: string
}
interface Counted {
  days: number
  year: number
}
interface Leave extends Away {
  type: string
  days: string
}

/** Of leave as employees and those who decide see it. */
export const leaveTexts = texts({
  mine: { en: 'My Leaves', sw: 'Likizo Zangu' },
  ask: { en: 'New Leave Request', sw: 'Ombi Jipya la Likizo' },
  noRecord: {
    en: 'You have no employee record in this organization',
    sw: 'Huna rekodi ya mfanyakazi katika shirika hili',
  },
  balances: { en: 'Leave Balances', sw: 'Masalio ya Likizo' },
  noBalances: {
    en: ({ year }: { year: string }) =>
      `No leave balances have been allocated for this employee in ${year}.`,
    sw: ({ year }: { year: string }) => `Hakuna masalio ya likizo yaliyotengwa mwaka ${year}.`,
  },
  none: { en: 'N/A', sw: 'Hakuna' },
  what: {
    en: ({ name, type, from, to, days }: Leave) => `${name}: ${type}, ${from} to ${to} (${days})`,
    sw: ({ name, type, from, to, days }: Leave) => `${name}: ${type}, ${from} hadi ${to} (${days})`,
  },
  alsoAway: {
    en: 'Also away on some of these days, in the same department',
    sw: 'Wengine wa idara hii watakaokuwa likizoni katika baadhi ya siku hizi',
  },
  awayOn: {
    en: ({ name, from, to }: Away) => `${name}: ${from} to ${to}`,
    sw: ({ name, from, to }: Away) => `${name}: ${from} hadi ${to}`,
  },
  awaited: { en: ' (pending)', sw: ' (inasubiri)' },
  counts: { en: 'counts', sw: 'inahesabiwa' },
  'half day': { en: 'half day', sw: 'nusu siku' },
  weekend: { en: 'weekend', sw: 'mwisho wa wiki' },
  calendar: { en: 'Calendar days', sw: 'Siku za kalenda' },
  'mon-fri': { en: 'Working days, Monday to Friday', sw: 'Siku za kazi, Jumatatu hadi Ijumaa' },
  'mon-sat': { en: 'Working days, Monday to Saturday', sw: 'Siku za kazi, Jumatatu hadi Jumamosi' },
  'mon-fri sun': {
    en: 'Working days, Sunday to Friday',
    sw: 'Siku za kazi, Jumapili hadi Ijumaa',
  },
  'mon-sun': { en: 'Working days, Monday to Sunday', sw: 'Siku za kazi, Jumatatu hadi Jumapili' },
  estimate: {
    en: ({ name, day }: { name: string; day: string }) =>
      `${name} is expected on ${day} and not confirmed yet: the count may change.`,
    sw: ({ name, day }: { name: string; day: string }) =>
      `${name} inatarajiwa ${day} na bado haijathibitishwa: hesabu inaweza kubadilika.`,
  },
  holiday: {
    en: ({ name }: NamedType) => `holiday: ${name}`,
    sw: ({ name }: NamedType) => `sikukuu: ${name}`,
  },
  requests: { en: 'Leave Requests', sw: 'Maombi ya Likizo' },
  search: { en: 'Search leave request', sw: 'Tafuta ombi la likizo' },
  noMatch: {
    en: 'No leave requests match your search',
    sw: 'Hakuna ombi la likizo linalolingana na utafutaji wako',
  },
  noRequests: {
    en: 'This employee has not made any leave requests yet.',
    sw: 'Bado hakuna maombi ya likizo.',
  },
  actions: { en: 'Actions', sw: 'Vitendo' },
  view: { en: 'View', sw: 'Tazama' },
  viewOf: {
    en: ({ type, day }: { type: string; day: string }) => `View ${type} from ${day}`,
    sw: ({ type, day }: { type: string; day: string }) => `Tazama ${type} kuanzia ${day}`,
  },
  entitled: { en: 'Entitled', sw: 'Unazostahili' },
  yearEnd: {
    en: ({ year }: { year: number }) => `At the end of ${year}`,
    sw: ({ year }: { year: number }) => `Mwisho wa mwaka ${year}`,
  },
  carriedLapse: {
    en: ({ days, day }: { days: number; day: string }) =>
      `${daysSaid(days, 'en')} carried over from last year: take by ${day}`,
    sw: ({ days, day }: { days: number; day: string }) =>
      agreeing(
        days,
        `Siku ${days} uliyohamisha kutoka mwaka jana: ichukue kufikia ${day}`,
        `Siku ${days} ulizohamisha kutoka mwaka jana: zichukue kufikia ${day}`,
      ),
  },
  lapse: {
    en: ({ days, year }: Counted) => `${daysSaid(days, 'en')} would lapse at the end of ${year}`,
    sw: ({ days, year }: Counted) =>
      agreeing(
        days,
        `Siku ${days} itapotea mwisho wa mwaka ${year} isipochukuliwa`,
        `Siku ${days} zitapotea mwisho wa mwaka ${year} zisipochukuliwa`,
      ),
  },
  goOver: {
    en: ({ days, year }: Counted) => `${daysSaid(days, 'en')} would carry over into ${year}`,
    sw: ({ days, year }: Counted) =>
      `Siku ${days} ${agreeing(days, 'itahamia', 'zitahamia')} mwaka ${year}`,
  },
  used: { en: 'Used', sw: 'Zilizotumika' },
  pending: { en: 'Pending', sw: 'Zinazosubiri' },
  entries: { en: 'Entries', sw: 'Maingizo' },
  entriesOf: {
    en: ({ type }: { type: string }) => `Entries of ${type}`,
    sw: ({ type }: { type: string }) => `Maingizo ya ${type}`,
  },
  submit: { en: 'Submit', sw: 'Wasilisha' },
  created: { en: 'Leave request created successfully', sw: 'Ombi la likizo limewasilishwa' },
  type: { en: 'Leave Type', sw: 'Aina ya Likizo' },
  selectType: { en: 'Select leave type', sw: 'Chagua aina ya likizo' },
  reason: { en: 'Reason', sw: 'Sababu' },
  coveredBy: { en: 'Covered by', sw: 'Atakayeshika nafasi' },
  endBeforeStart: {
    en: 'End date cannot be before start date',
    sw: 'Tarehe ya mwisho haiwezi kuwa kabla ya tarehe ya kuanza',
  },
  selectDay: { en: 'Select a day', sw: 'Chagua siku' },
  startDate: { en: 'Start Date', sw: 'Tarehe ya Kuanza' },
  endDate: { en: 'End Date', sw: 'Tarehe ya Mwisho' },
  halfDay: { en: 'Half a day', sw: 'Nusu siku' },
  halfFirst: { en: 'Half of the first day', sw: 'Nusu ya siku ya kwanza' },
  halfLast: { en: 'Half of the last day', sw: 'Nusu ya siku ya mwisho' },
  days: { en: 'Days', sw: 'Siku' },
  remaining: { en: 'Remaining', sw: 'Zilizosalia' },
  remainingIn: {
    en: ({ days, year }: { days: string; year: number }) => `${days} in ${year}`,
    sw: ({ days, year }: { days: string; year: number }) => `${days} mwaka ${year}`,
  },
  attachmentNeeded: {
    en: 'An attachment is needed for this request.',
    sw: 'Ombi hili linahitaji kiambatisho.',
  },
  unreadable: {
    en: 'This file could not be read. Please choose another.',
    sw: 'Faili hii haikuweza kusomwa. Tafadhali chagua nyingine.',
  },
  attachment: { en: 'Attachment', sw: 'Kiambatisho' },
  formats: {
    en: 'Supported formats: JPEG, PNG, JPG, PDF',
    sw: 'Aina zinazokubalika: JPEG, PNG, JPG, PDF',
  },
  chooseFile: {
    en: 'Choose a file or take a photo',
    sw: 'Chagua faili au piga picha',
  },
  removeFile: { en: 'Remove the attachment', sw: 'Ondoa kiambatisho' },
  howCounted: { en: 'How the days are counted', sw: 'Jinsi siku zinavyohesabiwa' },
  approvals: { en: 'Leave Approvals', sw: 'Idhini za Likizo' },
  pendingApprovals: {
    en: ({ count }: { count: number }) => `Pending Approvals (${count})`,
    sw: ({ count }: { count: number }) => `Zinazosubiri Idhini (${count})`,
  },
  away: { en: 'When I Am Away', sw: 'Nisipokuwepo' },
  searchApproval: { en: 'Search leave approval', sw: 'Tafuta idhini ya likizo' },
  noApprovals: { en: 'No Pending Approvals', sw: 'Hakuna Kinachosubiri Idhini' },
  noApprovalsText: {
    en: "You don't have any leave requests waiting for your approval.",
    sw: 'Huna maombi ya likizo yanayosubiri idhini yako.',
  },
  employee: { en: 'Employee', sw: 'Mfanyakazi' },
  forWhom: {
    en: ({ name, other }: { name: string; other: string }) => `${name} (for ${other})`,
    sw: ({ name, other }: { name: string; other: string }) => `${name} (kwa niaba ya ${other})`,
  },
  start: { en: 'Start', sw: 'Kuanza' },
  end: { en: 'End', sw: 'Mwisho' },
  status: { en: 'Status', sw: 'Hali' },
  appliedOn: { en: 'Applied On', sw: 'Tarehe ya Ombi' },
  requestOf: {
    en: ({ name }: { name: string }) => `the leave request of ${name}`,
    sw: ({ name }: { name: string }) => `ombi la likizo la ${name}`,
  },
  viewDetails: { en: 'View Details', sw: 'Tazama Taarifa' },
  approve: { en: 'Approve', sw: 'Idhinisha' },
  reject: { en: 'Reject', sw: 'Kataa' },
  approveTitle: { en: 'Approve Leave Request', sw: 'Idhinisha Ombi la Likizo' },
  approved: { en: 'Leave request approved successfully', sw: 'Ombi la likizo limeidhinishwa' },
  comments: { en: 'Comments (Optional)', sw: 'Maoni (Si lazima)' },
  rejectTitle: { en: 'Reject Leave Request', sw: 'Kataa Ombi la Likizo' },
  rejected: { en: 'Leave request rejected successfully', sw: 'Ombi la likizo limekataliwa' },
  rejectReason: { en: 'Reason for Rejection', sw: 'Sababu ya Kukataa' },
  details: { en: 'Leave Request Details', sw: 'Taarifa za Ombi la Likizo' },
  loading: { en: 'Loading the request', sw: 'Ombi linapakiwa' },
  missing: { en: 'This request was not found', sw: 'Ombi hili halikupatikana' },
  information: { en: 'Leave Information', sw: 'Taarifa za Likizo' },
  viewAttachment: { en: 'View Attachment', sw: 'Tazama Kiambatisho' },
  rejection: { en: 'Rejection Information', sw: 'Taarifa za Kukataliwa' },
  rejectedBy: { en: 'Rejected By', sw: 'Aliyekataa' },
  rejectedOn: { en: 'Rejected On', sw: 'Tarehe ya Kukataliwa' },
  cancelTitle: { en: 'Cancel Leave Request', sw: 'Ghairi Ombi la Likizo' },
  cancelText: {
    en: 'Do you want to cancel this leave request? The days go back to the balance.',
    sw: 'Je, unataka kughairi ombi hili la likizo? Siku zako zitarudishwa.',
  },
  shorten: { en: 'Shorten Leave', sw: 'Fupisha Likizo' },
  shortenText: {
    en: 'For someone who returns, or is called back, early. Days after the new last day go back to the balance; days already past stay taken.',
    sw: 'Kwa anayerudi, au kuitwa arudi kazini, mapema. Siku zinazofuata siku ya mwisho zitarudishwa; siku zilizopita zimeshachukuliwa.',
  },
  lastDay: { en: 'Last day of leave', sw: 'Siku ya mwisho ya likizo' },
  shortened: { en: 'Leave shortened successfully', sw: 'Likizo imefupishwa' },
  cancelIt: { en: 'Cancel the Request', sw: 'Ghairi Ombi' },
  cancel: { en: 'Cancel Request', sw: 'Ghairi Ombi' },
  leaveCalendar: { en: 'Leave Calendar', sw: 'Kalenda ya Likizo' },
  calendarAddress: { en: 'Calendar Address', sw: 'Anwani ya Kalenda' },
  whoIsAway: { en: 'Who is away', sw: 'Walio likizoni' },
  show: { en: 'Show', sw: 'Onyesha' },
  month: { en: 'Month', sw: 'Mwezi' },
  week: { en: 'Week', sw: 'Wiki' },
  calendarLoading: { en: 'Loading the calendar', sw: 'Kalenda inapakiwa' },
  calendarFailed: {
    en: 'The calendar could not be loaded',
    sw: 'Kalenda haikuweza kupakiwa',
  },
  nobodyAway: { en: 'Nobody is away during this time', sw: 'Hakuna aliye likizoni wakati huu' },
  span: {
    en: ({ first, last }: { first: string; last: string }) => `${first} to ${last}`,
    sw: ({ first, last }: { first: string; last: string }) => `${first} hadi ${last}`,
  },
  earlier: { en: 'Earlier', sw: 'Nyuma' },
  later: { en: 'Later', sw: 'Mbele' },
  today: { en: 'Today', sw: 'Leo' },
  department: { en: 'Department', sw: 'Idara' },
  allDepartments: { en: 'All Departments', sw: 'Idara Zote' },
  station: { en: 'Work Station', sw: 'Kituo cha Kazi' },
  allStations: { en: 'All Work Stations', sw: 'Vituo Vyote vya Kazi' },
  expected: { en: '(expected)', sw: '(inatarajiwa)' },
})
