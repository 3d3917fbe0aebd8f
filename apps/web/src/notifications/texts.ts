import { texts } from '../lib/language.tsx'

export const bellTexts = texts({
  title: { en: 'Notifications', sw: 'Taarifa' },
  allRead: { en: 'Mark all as read', sw: 'Weka zote kuwa zimesomwa' },
  none: { en: 'No notifications', sw: 'Hakuna taarifa' },
  noneText: { en: 'Your notifications will appear here.', sw: 'Taarifa zako zitaonekana hapa.' },
  unread: {
    en: ({ count }: { count: number }) => `Notifications, ${count} unread`,
    sw: ({ count }: { count: number }) => `Taarifa, ${count} hazijasomwa`,
  },
})
