import type { ShellTexts } from './texts.en.ts'

const sw: ShellTexts = {
  skip: 'Ruka hadi kwenye maudhui',
  mainMenu: 'Menyu kuu',
  home: ({ product }) => `${product}, mwanzo`,
  menu: 'Menyu',
  openMenu: 'Fungua menyu',
  expandMenu: 'Panua menyu',
  collapseMenu: 'Kunja menyu',
  jump: 'Nenda kwenye…',
  jumpTitle: 'Nenda kwenye ukurasa',
  nothingFound: 'Hakuna kilichopatikana kwa jina hilo',
  notices: 'Arifa',
  userMenu: 'menyu ya mtumiaji',
  employee: 'Mfanyakazi',
  mainAccounts: 'Akaunti Kuu',
  profile: 'Wasifu Wangu',
  switchOrganization: 'Badilisha shirika',
  scheme: 'Rangi za skrini',
  light: 'Angavu',
  dark: 'Nyeusi',
  auto: 'Kama kifaa',
  logout: 'Ondoka',
  loggedOut: 'Umeondoka',
  paymentsMode: ({ mode }) => `Malipo yako katika hali ya ${mode}. Hakuna pesa halisi zinazotumwa.`,
}
export default sw

/** Entries of the employee's menu, by their English label. */
export const words = {
  Dashboard: 'Mwanzo',
  'My Details': 'Taarifa Zangu',
  'My Payslips': 'Hati Zangu za Malipo',
  'My Profile': 'Wasifu Wangu',
  Leaves: 'Likizo',
  'My Leaves': 'Likizo Zangu',
  'Leave Approvals': 'Idhini za Likizo',
  'Team Calendar': 'Kalenda ya Timu',
  Loans: 'Mikopo',
  'My Loans': 'Mikopo Yangu',
  'Guarantor Requests': 'Maombi ya Udhamini',
}
