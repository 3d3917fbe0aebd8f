import { agreeing, daysSaid } from '@mshahara/contract/language'
import { texts } from '../lib/language.tsx'

/** Of what opens from the lists: delegations, entries of a balance, the calendar, its address. */
export const partTexts = texts({
  away: { en: 'When I Am Away', sw: 'Nisipokuwepo' },
  save: { en: 'Save', sw: 'Hifadhi' },
  delegated: { en: 'Delegation saved successfully', sw: 'Uwakilishi umehifadhiwa' },
  delegationText: {
    en: 'From the first day to the last, this person can also decide requests waiting for you.',
    sw: 'Mtu huyu pia ataamua maombi ya likizo yanayokusubiri, kuanzia siku ya kwanza hadi ya mwisho.',
  },
  delegation: {
    en: ({ name, from, to }: { name: string; from: string; to: string }) =>
      `${name}: ${from} to ${to}`,
    sw: ({ name, from, to }: { name: string; from: string; to: string }) =>
      `${name}: ${from} hadi ${to}`,
  },
  endDelegation: {
    en: ({ name }: { name: string }) => `End the delegation to ${name}`,
    sw: ({ name }: { name: string }) => `Maliza uwakilishi wa ${name}`,
  },
  colleague: { en: 'Colleague', sw: 'Mwenzako' },
  selectColleague: { en: 'Select a colleague', sw: 'Chagua mwenzako' },
  from: { en: 'From', sw: 'Kuanzia' },
  to: { en: 'To', sw: 'Hadi' },
  commentsOrReason: {
    en: 'Comments, or the reason for rejection',
    sw: 'Maoni, au sababu ya kukataa',
  },
  close: { en: 'Close', sw: 'Funga' },
  deadLink: { en: 'This link cannot be used', sw: 'Kiungo hiki hakiwezi kutumika' },
  deadLinkText: {
    en: 'It has already been used, has expired, or was sent to somebody else.',
    sw: 'Kimeshatumika, muda wake umeisha, au kilitumwa kwa mtu mwingine.',
  },
  address: { en: 'Calendar Address', sw: 'Anwani ya Kalenda' },
  addressText: {
    en: 'Your calendar app can show your leave, and when colleagues in your department are away. It needs a private address; a new one replaces the old.',
    sw: 'Programu yako ya kalenda inaweza kuonyesha likizo yako, na wenzako wa idara yako walio likizoni. Inahitaji anwani ya siri. Ukitengeneza mpya, ya awali inaacha kufanya kazi.',
  },
  privateAddress: { en: 'Private address', sw: 'Anwani ya siri' },
  shownOnce: {
    en: 'Anyone with this address can see what it shows. We will not show it again.',
    sw: 'Yeyote aliye na anwani hii anaona inachoonyesha. Haitaonyeshwa tena.',
  },
  closeAddress: { en: 'Turn Off the Address', sw: 'Funga Anwani' },
  another: { en: 'Make Another', sw: 'Tengeneza Nyingine' },
  newAddress: { en: 'Make a New Address', sw: 'Tengeneza Anwani Mpya' },
  isAway: { en: 'Away', sw: 'Yuko likizoni' },
  pendingToo: { en: ' (pending)', sw: ' (inasubiri)' },
  awaySpan: {
    en: ({ what, first, last }: { what: string; first: string; last: string }) =>
      `${what}, ${first} to ${last}`,
    sw: ({ what, first, last }: { what: string; first: string; last: string }) =>
      `${what}, ${first} hadi ${last}`,
  },
  halfThisDay: {
    en: ({ told }: { told: string }) => `${told}, half this day`,
    sw: ({ told }: { told: string }) => `${told}, nusu ya siku hii`,
  },
  whoIsAway: { en: 'Who is away', sw: 'Walio likizoni' },
  name: { en: 'Name', sw: 'Jina' },
  entry: { en: 'Entry', sw: 'Ingizo' },
  date: { en: 'Date', sw: 'Tarehe' },
  why: { en: 'Why and by whom', sw: 'Sababu na aliyefanya' },
  by: {
    en: ({ name }: { name: string }) => `by ${name}`,
    sw: ({ name }: { name: string }) => `na ${name}`,
  },
  ledger: { en: 'Balance and its Entries', sw: 'Salio na Maingizo Yake' },
  ledgerLoading: { en: 'Loading the entries', sw: 'Maingizo yanapakiwa' },
  asOf: { en: 'As of', sw: 'Kufikia' },
  coming: {
    en: ({ days }: { days: number }) =>
      `${daysSaid(days, 'en')} more will have been earned by then.`,
    sw: ({ days }: { days: number }) =>
      `Siku ${days} zaidi ${agreeing(days, 'itakuwa imepatikana', 'zitakuwa zimepatikana')} kufikia wakati huo.`,
  },
  noEntries: { en: 'No entries up to this day', sw: 'Hakuna maingizo hadi siku hii' },
})
