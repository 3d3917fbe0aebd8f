import type { Translated } from '../lib/language.tsx'

/** Of the frame around every screen; staff always read it in English. */
export const en = {
  skip: 'Skip to content',
  mainMenu: 'Main menu',
  home: ({ product }: { product: string }) => `${product}, home`,
  menu: 'Menu',
  openMenu: 'Open menu',
  expandMenu: 'Expand menu',
  collapseMenu: 'Collapse menu',
  jump: 'Jump to…',
  jumpTitle: 'Jump to a screen',
  nothingFound: 'Nothing found with that name',
  notices: 'Notices',
  userMenu: 'user menu',
  employee: 'Employee',
  mainAccounts: 'Main Accounts',
  profile: 'My Profile',
  switchOrganization: 'Switch organization',
  scheme: 'Colour scheme',
  light: 'Light',
  dark: 'Dark',
  auto: 'Auto',
  logout: 'Logout',
  loggedOut: 'Logout Successful',
  paymentsMode: ({ mode }: { mode: string }) =>
    `Payments run in ${mode} mode. No real money moves.`,
  notFound: 'Page not found',
  notFoundTitle: 'We could not find this page',
  notFoundText: 'The address may be mistyped, or the page may have moved.',
  toDashboard: 'Go to the dashboard',
  pitch: 'Payroll that adds up.',
  pitchFigures: 'PAYE, SHIF, NSSF, Housing Levy and NITA, worked out to the cent',
  pitchPeople: 'Employees, casuals, leave and loans in one place',
  pitchRecord: 'Every change on record, every organization kept separate',
}
export type ShellTexts = Translated<typeof en>
