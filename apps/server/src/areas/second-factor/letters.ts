import type { Said } from '@mshahara/contract/language'
import { letterTo, type Reader } from '../../foundation/mail/letter-to.ts'

/** To whoever a sign-in belongs to, whenever what proves them has changed. */

const letter = (to: Reader, subject: Said, ...paragraphs: Said[]) =>
  letterTo(to, {
    subject,
    paragraphs,
    button: {
      label: { en: 'Forgot Password?', sw: 'Umesahau Nenosiri?' },
      path: '/forgot-password',
    },
  })

const notYou = {
  en: 'If this was not you, choose a new password at once and tell your employer.',
  sw: 'Ikiwa si wewe, chagua nenosiri jipya mara moja na umjulishe mwajiri wako.',
}

export const factorAdded = (to: Reader, name: string) =>
  letter(
    to,
    {
      en: 'A second factor was added to your sign-in',
      sw: 'Uthibitisho wa pili umeongezwa kwenye akaunti yako',
    },
    {
      en: `"${name}" was added. From now on you sign in with your password and a second factor.`,
      sw: `"${name}" imeongezwa. Kuanzia sasa utaingia kwa nenosiri lako pamoja na uthibitisho wa pili.`,
    },
    notYou,
  )

export const factorRenamed = (to: Reader, name: string, before: string) =>
  letter(
    to,
    {
      en: 'A second factor of your sign-in was renamed',
      sw: 'Jina la uthibitisho wako wa pili limebadilishwa',
    },
    {
      en: `"${before}" is now called "${name}".`,
      sw: `"${before}" sasa inaitwa "${name}".`,
    },
    notYou,
  )

export const factorRemoved = (to: Reader, name: string, isLast: boolean) =>
  letter(
    to,
    {
      en: 'A second factor was removed from your sign-in',
      sw: 'Uthibitisho wa pili umeondolewa kwenye akaunti yako',
    },
    isLast
      ? {
          en: `"${name}" was removed. It was the last one: you sign in with an emailed code again.`,
          sw:
            `"${name}" imeondolewa. Ilikuwa ya mwisho: sasa utaingia tena kwa msimbo ` +
            'unaotumwa kwa barua pepe.',
        }
      : { en: `"${name}" was removed.`, sw: `"${name}" imeondolewa.` },
    notYou,
  )

export const codesRenewed = (to: Reader) =>
  letter(
    to,
    { en: 'You have new recovery codes', sw: 'Una misimbo mipya ya dharura' },
    {
      en: 'Recovery codes were made for your sign-in. The old ones no longer work.',
      sw: 'Misimbo mipya ya dharura ya akaunti yako imetengenezwa. Ile ya zamani haifanyi kazi tena.',
    },
    notYou,
  )

export const codeUsed = (to: Reader, left: number) =>
  letter(
    to,
    { en: 'A recovery code was used', sw: 'Msimbo wa dharura umetumika' },
    {
      en: `Somebody used one of your recovery codes in place of the second factor. ${
        left === 1 ? 'One is' : `${left} are`
      } left.`,
      sw: `Mtu ametumia mmoja wa misimbo yako ya dharura badala ya uthibitisho wa pili. ${
        left === 0
          ? 'Hakuna msimbo uliobaki.'
          : left === 1
            ? 'Umebaki msimbo mmoja.'
            : `Imebaki misimbo ${left}.`
      }`,
    },
    notYou,
  )

export const factorsReset = (to: Reader, by: string, at: string) =>
  letter(
    to,
    {
      en: 'Your second factors were removed',
      sw: 'Njia zako za uthibitisho wa pili zimeondolewa',
    },
    {
      en:
        `${by} of ${at} has removed every second factor of your sign-in and ended your sessions. ` +
        'You sign in with your password and an emailed code, and can add a second factor again.',
      sw:
        `${by} wa ${at} ameondoa njia zote za uthibitisho wa pili za akaunti yako, na kukatisha ` +
        'vipindi vyako vyote. Utaingia kwa nenosiri lako na msimbo unaotumwa kwa barua pepe, na ' +
        'unaweza kuongeza uthibitisho wa pili tena.',
    },
    {
      en: 'If you did not ask for this, change your password and tell your employer.',
      sw: 'Kama hukuomba hili, badilisha nenosiri lako na umjulishe mwajiri wako.',
    },
  )
