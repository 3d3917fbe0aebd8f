import { texts } from '../lib/language.tsx'

export const bellTexts = texts({
  title: { en: 'Notifications', sw: 'Arifa' },
  allRead: { en: 'Mark all as read', sw: 'Weka alama kuwa zote zimesomwa' },
  none: { en: 'No notifications', sw: 'Hakuna arifa' },
  noneText: { en: 'Your notifications will appear here.', sw: 'Arifa zako zitaonekana hapa.' },
  onDevice: { en: 'Also notify me on this device', sw: 'Nijulishe pia kwenye kifaa hiki' },
  onDeviceText: {
    en: 'Shows that you have a notification, without its details.',
    sw: 'Huonyesha kuwa kuna arifa, bila taarifa zake.',
  },
  blocked: {
    en: 'Your browser does not allow it for this site.',
    sw: 'Kivinjari chako hakiruhusu kwa tovuti hii.',
  },
  notPossible: {
    en: 'We could not send notifications to this browser just now. Please try again later.',
    sw: 'Kivinjari hiki hakikuweza kufikiwa kwa ujumbe kwa sasa. Tafadhali jaribu tena baadaye.',
  },
  unread: {
    en: ({ count }: { count: number }) => `Notifications, ${count} unread`,
    sw: ({ count }: { count: number }) =>
      `Arifa, ${count} ${count === 1 ? 'haijasomwa' : 'hazijasomwa'}`,
  },
})
