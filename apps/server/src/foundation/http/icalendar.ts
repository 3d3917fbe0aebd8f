import { daysLater } from '../core/clock.ts'

/** What calendar programs are told. */

export interface CalendarEvent {
  id: string
  start_date: string
  end_date: string
  summary: string
}

/** RFC 5545: text is escaped, lines end with CR LF and are folded at 75 octets. */
export function icalendar(events: readonly CalendarEvent[], what: string, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Mshahara//${what}//EN`,
    ...events.flatMap(({ id, start_date, end_date, summary }) => [
      'BEGIN:VEVENT',
      `UID:${id}@mshahara`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${start_date.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${daysLater(end_date, 1).replaceAll('-', '')}`,
      `SUMMARY:${escaped(summary)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

const escaped = (text: string) =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')

function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const sign of line) {
    if (Buffer.byteLength(part + sign) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += sign
  }
  return [...parts, part].join('\r\n ')
}
