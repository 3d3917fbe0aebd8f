import { limits } from '@mshahara/contract'
import { letterTo, type Reader } from '../../foundation/mail/letter-to.ts'
import type { Letter } from '../../foundation/mail/mail.ts'

/** What people who sign in are sent on the way. */

const ignore = {
  en: 'If this was not you, you can ignore this message. Never share the code with anybody.',
  sw: 'Ikiwa si wewe, puuza ujumbe huu. Usimpe mtu yeyote msimbo huu.',
}
const signIn = { en: 'Sign in', sw: 'Ingia' }
const forgot = {
  label: { en: 'Forgot Password?', sw: 'Umesahau Nenosiri?' },
  path: '/forgot-password',
}

export const signInCode = (to: Reader, code: string, from?: string): Letter => ({
  ...letterTo(
    to,
    {
      subject: { en: 'Your sign-in code', sw: 'Msimbo wako wa kuingia' },
      paragraphs: [
        {
          en: `Your code is valid for ${limits.otpMinutes} minutes:`,
          sw: `Msimbo wako utatumika kwa dakika ${limits.otpMinutes}:`,
        },
      ],
      footnote: ignore,
    },
    from,
  ),
  code,
  awaited: true,
})

export const signUpCode = (to: Reader, code: string): Letter => ({
  ...letterTo(to, {
    subject: {
      en: 'Welcome to Mshahara: your code',
      sw: 'Karibu Mshahara: msimbo wako',
    },
    paragraphs: [
      {
        en: `Enter this code to confirm your email address. It is valid for ${limits.otpMinutes} minutes:`,
        sw:
          'Andika msimbo huu ili kuthibitisha barua pepe yako. Utatumika kwa dakika ' +
          `${limits.otpMinutes}:`,
      },
    ],
    footnote: ignore,
  }),
  code,
  awaited: true,
})

export const alreadySignedUp = (to: Reader): Letter =>
  letterTo(to, {
    subject: { en: 'You already have an account', sw: 'Tayari una akaunti' },
    paragraphs: [
      {
        en:
          'Somebody, perhaps you, tried to sign up to Mshahara with this email address, ' +
          'which already has an account. Sign in, or choose "Forgot Password?" for a new password.',
        sw:
          'Mtu, labda wewe, amejaribu kujisajili kwenye Mshahara kwa barua pepe hii, ambayo tayari ' +
          'ina akaunti. Ingia, au chagua "Umesahau Nenosiri?" ili upate nenosiri jipya.',
      },
    ],
    button: { label: signIn, path: '/login' },
  })

export const firstPassword = (to: Reader, from: string | undefined, password: string): Letter => ({
  ...letterTo(
    to,
    {
      subject: { en: 'Your first password', sw: 'Nenosiri lako la kwanza' },
      paragraphs: [
        {
          en: 'Use this one-time password to sign in. You then choose your own:',
          sw: 'Tumia nenosiri hili la mara moja kuingia. Kisha utachagua lako mwenyewe:',
        },
      ],
      button: { label: signIn, path: '/employee-login' },
      footnote: {
        en: `It is valid for ${limits.activationHours} hours.`,
        sw: `Litatumika kwa saa ${limits.activationHours}.`,
      },
    },
    from,
  ),
  code: password,
  awaited: true,
})

export const resetCode = (to: Reader, code: string, from?: string): Letter => ({
  ...letterTo(
    to,
    {
      subject: { en: 'Reset your password', sw: 'Weka nenosiri jipya' },
      paragraphs: [
        {
          en: `Enter this code with your new password, within ${limits.resetMinutes} minutes:`,
          sw: `Andika msimbo huu pamoja na nenosiri lako jipya, ndani ya dakika ${limits.resetMinutes}:`,
        },
      ],
      button: {
        label: { en: 'Choose a new password', sw: 'Chagua nenosiri jipya' },
        path: `/update-password/${to.email}`,
      },
      footnote: ignore,
    },
    from,
  ),
  code,
  awaited: true,
})

export const passwordChanged = (to: Reader, from?: string): Letter =>
  letterTo(
    to,
    {
      subject: { en: 'Your password was changed', sw: 'Nenosiri lako limebadilishwa' },
      paragraphs: [
        {
          en:
            'Your Mshahara password was just changed. ' +
            'If this was not you, choose "Forgot Password?" at once and tell your employer.',
          sw:
            'Nenosiri lako la Mshahara limebadilishwa sasa hivi. Ikiwa si wewe, chagua ' +
            '"Umesahau Nenosiri?" mara moja na umjulishe mwajiri wako.',
        },
      ],
      button: forgot,
    },
    from,
  )

export const confirmEmail = (to: Reader, code: string): Letter => ({
  ...letterTo(to, {
    subject: { en: 'Confirm your new email address', sw: 'Thibitisha barua pepe yako mpya' },
    paragraphs: [
      {
        en: `Enter this code in your profile within ${limits.otpMinutes} minutes:`,
        sw: `Andika msimbo huu kwenye wasifu wako ndani ya dakika ${limits.otpMinutes}:`,
      },
    ],
    footnote: ignore,
  }),
  code,
  awaited: true,
})

export const emailChanging = (to: Reader, next: string): Letter =>
  letterTo(to, {
    subject: {
      en: 'Your email address is being changed',
      sw: 'Barua pepe yako inabadilishwa',
    },
    paragraphs: [
      {
        en:
          `Somebody signed in as you asked to use ${masked(next)} instead of this address. ` +
          'If this was not you, change your password now and tell your employer.',
        sw:
          `Mtu aliyeingia kwa akaunti yako ameomba kutumia ${masked(next)} badala ya anwani hii. ` +
          'Ikiwa si wewe, badilisha nenosiri lako sasa na umjulishe mwajiri wako.',
      },
    ],
    button: forgot,
  })

export const emailChanged = (to: Reader, next: string): Letter =>
  letterTo(to, {
    subject: { en: 'Your email address was changed', sw: 'Barua pepe yako imebadilishwa' },
    paragraphs: [
      {
        en: `You now sign in with ${masked(next)}. This address is no longer used.`,
        sw: `Sasa utaingia kwa ${masked(next)}. Anwani hii haitumiki tena.`,
      },
    ],
  })

/** Enough to recognise, but of no use to somebody who has taken over the mailbox. */
function masked(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 2)}…@${host}`
}
