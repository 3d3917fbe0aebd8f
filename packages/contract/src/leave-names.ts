import type { Language, Said } from './language.ts'

/**
 * Leave types and public holidays that every organisation starts with. They are stored under their
 * English name; what an organisation has renamed or added reads as it wrote it, in both languages.
 */

const types: Record<string, string> = {
  'Annual Leave': 'Likizo ya Mwaka',
  'Sick Leave': 'Likizo ya Ugonjwa',
  'Maternity Leave': 'Likizo ya Uzazi (Mama)',
  'Paternity Leave': 'Likizo ya Uzazi (Baba)',
  'Pre-adoptive Leave': 'Likizo ya Kuasili Mtoto',
  'Compassionate Leave': 'Likizo ya Msiba',
  'Study Leave': 'Likizo ya Masomo',
  'Unpaid Leave': 'Likizo Bila Malipo',
}

const holidays: Record<string, string> = {
  "New Year's Day": 'Mwaka Mpya',
  'Labour Day': 'Sikukuu ya Wafanyakazi',
  'Madaraka Day': 'Siku ya Madaraka',
  'Mazingira Day': 'Siku ya Mazingira',
  'Mashujaa Day': 'Siku ya Mashujaa',
  'Jamhuri Day': 'Siku ya Jamhuri',
  'Christmas Day': 'Krismasi',
  'Boxing Day': 'Siku ya Pili ya Krismasi',
  'Good Friday': 'Ijumaa Kuu',
  'Easter Monday': 'Jumatatu ya Pasaka',
  'Idd-ul-Fitr': 'Idd-ul-Fitr',
  'Idd-ul-Azha': 'Idd-ul-Azha',
}

const moved = ' (moved from Sunday)'

export const leaveTypeIn = (name: string, language: Language): string =>
  language === 'sw' && Object.hasOwn(types, name) ? (types[name] ?? name) : name

export function holidayIn(name: string, language: Language): string {
  if (language === 'en') return name
  const plain = name.replace(moved, '')
  const known = Object.hasOwn(holidays, plain) && holidays[plain]
  if (!known) return name
  return plain === name ? known : `${known} (imehamishwa kutoka Jumapili)`
}

/** Both names of a public holiday. */
export const holidaySaid = (name: string): Said => ({ en: name, sw: holidayIn(name, 'sw') })
