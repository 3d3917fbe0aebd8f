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
}
export type ShellTexts = Translated<typeof en>
