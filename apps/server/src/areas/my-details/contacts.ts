import type { DetailContact, DetailSubject, DetailValues } from '@mshahara/contract/my-details'

/**
 * Who has to confirm a change of phone or bank account. The old contact is the number on record:
 * a stolen session does not have that phone in its hand. The new one is the new number.
 */

interface Confirmation {
  needs_old: boolean
  needs_new: boolean
  old_confirmed_at: string | null
  old_by: 'text' | 'email' | null
  new_confirmed_at: string | null
}

interface Change {
  subject: DetailSubject
  before: DetailValues
  after: DetailValues
}

export interface Reach {
  /** The number on record. */
  phone: string | null
  email: string
  /** Text messages can be sent. */
  texts: boolean
}

const phoneChange = (changes: Change[]) => changes.find(({ subject }) => subject === 'phone')

export function contactsOf(row: Confirmation, changes: Change[], reach: Reach): DetailContact[] {
  const moved = phoneChange(changes)
  const oldPhone = moved ? (moved.before.phone ?? null) : reach.phone
  const contacts: DetailContact[] = []
  if (row.needs_old) {
    const by = row.old_by ?? (reach.texts && oldPhone ? 'text' : 'email')
    contacts.push({
      which: 'old',
      by,
      to: by === 'text' ? maskedPhone(oldPhone ?? '') : maskedEmail(reach.email),
      else_email: by === 'text' && row.old_confirmed_at === null,
      confirmed_at: row.old_confirmed_at,
    })
  }
  if (row.needs_new) {
    const to = maskedPhone(moved?.after.phone ?? '')
    const confirmed_at = row.new_confirmed_at
    contacts.push({ which: 'new', by: 'text', to, else_email: false, confirmed_at })
  }
  return contacts
}

/** What no code has confirmed on a phone: staff call before they accept it. */
export function reasonsToCall(row: Confirmation, changes: Change[], reach: Reach): string[] {
  const old = contactsOf(row, changes, reach).find(({ which }) => which === 'old')
  const reasons: string[] = []
  if (old?.by === 'email') {
    reasons.push('The code went to the email address, not to the phone on record.')
  }
  if (phoneChange(changes) && !row.needs_new) {
    reasons.push('The new number is not confirmed: no SMS gateway.')
  }
  return reasons
}

/** Enough to recognise one's own. */
const maskedPhone = (phone: string) => `${phone.slice(0, 4)}…${phone.slice(-3)}`
const maskedEmail = (email: string) => email.replace(/^(.{0,2}).*@/, '$1…@')
