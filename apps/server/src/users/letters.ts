import type { Letter } from '../core/mail.ts'

interface Reader {
  first_name: string
  email: string
}

const validFor = 'The password works for 72 hours, and you choose your own when you sign in.'

export const invitation = (to: Reader, from: string, password: string | undefined): Letter => ({
  to: to.email,
  from,
  subject: `${from} invites you to Mshahara`,
  greeting: `Hello ${to.first_name},`,
  paragraphs: [
    `${from} has opened a sign-in for you. Use your email address and this one-time password:`,
  ],
  ...(password ? { code: password } : {}),
  button: { label: 'Sign in', path: '/login' },
  footnote: validFor,
})

/** To a login that exists already: it may be another organisation's, so the name stays theirs. */
export const joining = (to: Reader, from: string, password: string | undefined): Letter => ({
  to: to.email,
  from,
  subject: `${from} invites you to join`,
  greeting: 'Hello,',
  paragraphs: [
    `${from} invites you to join it on Mshahara with your existing sign-in. ` +
      'Sign in, open the menu under your name, and accept or decline.',
    ...(password ? ['You have not signed in yet. Your one-time password is:'] : []),
  ],
  ...(password ? { code: password } : {}),
  button: { label: 'Sign in', path: '/login' },
  footnote: password ? validFor : 'Nothing happens until you accept.',
})
