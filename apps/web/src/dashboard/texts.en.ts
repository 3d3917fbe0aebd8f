import type { Translated } from '../lib/language.tsx'

/** Of the first screen, as employees see it. */
export const en = {
  title: 'Dashboard',
  welcome: ({ name }: { name: string }) => `Welcome, ${name}`,
  welcomeBack: ({ name }: { name: string }) => `Welcome back, ${name}`,
  lastLogin: ({ when }: { when: string }) => `Last login: ${when}`,
  firstSignIn: 'This is your first sign-in.',
  quickLinks: 'Quick Links',
  profile: 'My Profile',
  profileText: 'Your details, photo and password',
  atAGlance: 'At a glance',
  loading: 'Loading what is next',
  next: 'What is next',
  nothing: 'Nothing is waiting for you.',
}
export type DashboardTexts = Translated<typeof en>
