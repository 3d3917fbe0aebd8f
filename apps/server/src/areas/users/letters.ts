import type { Language } from '@mshahara/contract/language'
import { limits } from '@mshahara/contract/limits'
import { plainName } from '../../foundation/core/names.ts'
import { letterTo, type Reader } from '../../foundation/mail/letter-to.ts'
import type { Letter } from '../../foundation/mail/mail.ts'

const signIn = { label: { en: 'Sign in', sw: 'Ingia' }, path: '/login' }

/** To an address that nobody has signed in with yet. */
export function invitation(to: Omit<Reader, 'language'>, by: string, password: string): Letter {
  const name = plainName(by)
  const letter = letterTo(
    { email: to.email, first_name: to.first_name },
    {
      subject: {
        en: `${name} invites you to Mshahara`,
        sw: `${name} inakualika kwenye Mshahara`,
      },
      paragraphs: [
        {
          en: `${name} has opened a sign-in for you. Use your email address and this one-time password:`,
          sw:
            `${name} imekufungulia akaunti. Ingia kwa barua pepe yako na nenosiri hili la mara ` +
            'moja:',
        },
      ],
      button: signIn,
      footnote: {
        en:
          `The password works for ${limits.activationHours} hours, ` +
          'and you choose your own when you sign in.',
        sw:
          `Nenosiri hili litatumika kwa saa ${limits.activationHours}, ` +
          'na utachagua lako mwenyewe ukiingia.',
      },
    },
    by,
  )
  return { ...letter, code: password }
}

/** To a login that exists already: it may be another organisation's, so the name stays theirs. */
export const joining = ({ email, language }: Known, by: string): Letter =>
  letterTo(
    { email, language, first_name: '' },
    {
      subject: {
        en: `${plainName(by)} invites you to join`,
        sw: `${plainName(by)} inakualika ujiunge`,
      },
      paragraphs: [
        {
          en:
            `${plainName(by)} invites you to join it on Mshahara with your existing sign-in. ` +
            'Sign in, open the menu under your name, and accept or decline.',
          sw:
            `${plainName(by)} inakualika ujiunge nayo kwenye Mshahara kwa akaunti uliyo nayo. ` +
            'Ingia, fungua menyu iliyo chini ya jina lako, kisha ukubali au ukatae.',
        },
      ],
      button: signIn,
      footnote: {
        en: 'Nothing happens until you accept.',
        sw: 'Hakuna kitakachobadilika hadi ukubali.',
      },
    },
    by,
  )

interface Known {
  email: string
  language: Language
}

/** To the address that stood on somebody's record until now. */
export const addressChanged = (to: Reader, at: string, by: string): Letter =>
  letterTo(
    to,
    {
      subject: { en: 'Your email address was changed', sw: 'Barua pepe yako imebadilishwa' },
      paragraphs: [
        {
          en:
            `${plainName(by)} has changed the email address of your record at ${plainName(at)}. ` +
            'Payslips and the sign-in go to the new one from now on.',
          sw:
            `${plainName(by)} amebadilisha barua pepe iliyo kwenye rekodi yako katika ` +
            `${plainName(at)}. Kuanzia sasa hati za malipo na ujumbe wa kuingia vitatumwa kwa ` +
            'barua pepe mpya.',
        },
        {
          en:
            `If you did not ask for this, please tell somebody else at ${plainName(at)} at once: ` +
            'with another address somebody could sign in as you.',
          sw:
            `Kama hukuomba hili, tafadhali mjulishe mtu mwingine katika ${plainName(at)} mara ` +
            'moja: kwa barua pepe nyingine, mtu anaweza kuingia kana kwamba ni wewe.',
        },
      ],
    },
    at,
  )

/** Two messages at most; the end, which says how to have no more of them, is never cut off. */
export const addressChangedText = (at: string, by: string, hint: string): string =>
  `${plainName(at).slice(0, 30)}: ${plainName(by).slice(0, 30)} changed the email address of your ` +
  'record. If you did not ask for this, tell your employer at once. / Barua pepe yako ' +
  `imebadilishwa. Kama hukuomba, mwambie mwajiri wako mara moja.${hint}`
