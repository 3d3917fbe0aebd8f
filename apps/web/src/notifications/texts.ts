import { texts } from '../lib/language.tsx'

export const bellTexts = texts({
  title: { en: 'Notifications', sw: 'Arifa' },
  allRead: { en: 'Mark all as read', sw: 'Weka alama kuwa zote zimesomwa' },
  none: { en: 'No notifications', sw: 'Hakuna arifa' },
  noneText: { en: 'Your notifications will appear here.', sw: 'Arifa zako zitaonekana hapa.' },
  unread: {
    en: ({ count }: { count: number }) => `Notifications, ${count} unread`,
    sw: ({ count }: { count: number }) =>
      `Arifa, ${count} ${count === 1 ? 'haijasomwa' : 'hazijasomwa'}`,
  },
})
