import type { Language } from '@mshahara/contract/language'
import { escapeHtml } from '../core/html.ts'
import { dressed, type Rich } from './rich.ts'

/** How every message looks: one layout, in HTML and in plain text, under the sender's name. */

export interface Letter {
  to: string
  subject: string
  /** English where nothing is said. */
  language?: Language
  /** The organisation in whose name it is written; the product's own name otherwise. */
  from?: string | undefined
  greeting?: string
  paragraphs: string[]
  /** Written in the rich editor, and cleaned. */
  rich?: Rich
  /** Addresses of pictures, shown below what is written: of attachments, or data in a preview. */
  pictures?: string[]
  /** Something to copy: a code or a password. */
  code?: string
  /** Somebody is waiting for it at the screen, so it goes before other messages. */
  awaited?: true
  /** One of many: every other message goes before it. */
  toMany?: true
  /** The path at which its recipient is taken off the list, on a page or in one click. */
  unsubscribe?: string
  button?: { label: string; path: string }
  footnote?: string
  attachments?: Attachment[]
}

/** A stored file that goes along; it is forgotten with the words of the message. */
export interface Attachment {
  filename: string
  folder: string
  name: string
  /** It stays: other messages have it too. */
  shared?: true
  /** By which the message shows it as a picture. */
  cid?: string
}

const feet: Record<Language, { by: string; sent: (sender: string) => string }> = {
  en: { by: 'with Mshahara payroll', sent: (name) => `Sent for ${name} with Mshahara payroll.` },
  sw: { by: 'kupitia Mshahara', sent: (name) => `Imetumwa kwa niaba ya ${name} kupitia Mshahara.` },
}
const foot = ({ language = 'en' }: Letter) => feet[language]

export function layout(letter: Letter, publicUrl: string): { text: string; html: string } {
  const sender = letter.from ?? 'Mshahara'
  const link = letter.button && new URL(letter.button.path, publicUrl).href
  const leave = letter.unsubscribe && new URL(letter.unsubscribe, publicUrl).href
  const text = [
    letter.greeting,
    ...letter.paragraphs,
    letter.rich?.text,
    letter.code && `    ${letter.code}`,
    letter.button && `${letter.button.label}: ${link}`,
    letter.footnote,
    leave && `Unsubscribe: ${leave}`,
    `-- \n${sender}${letter.from ? `, ${foot(letter).by}` : ''}`,
  ]
    .filter(Boolean)
    .join('\n\n')
  return { text, html: html(letter, sender, link, leave) }
}

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1f2933">${escapeHtml(text)}</p>`

const picture = (src: string) =>
  `<p style="margin:0 0 16px"><img src="${escapeHtml(src)}" alt="" width="464"
style="display:block;width:100%;max-width:464px;height:auto;border-radius:8px"></p>`

function html(letter: Letter, sender: string, link?: string, leave?: string): string {
  const code = letter.code
    ? `<p style="margin:0 0 20px;padding:16px;background:#eef6f3;border-radius:8px;
text-align:center;font:600 28px/36px Consolas,Menlo,monospace;letter-spacing:4px;
color:#0b6b50">${escapeHtml(letter.code)}</p>`
    : ''
  const button = letter.button
    ? `<p style="margin:0 0 20px"><a href="${escapeHtml(link as string)}" style="display:inline-block;
padding:12px 20px;background:#0b6b50;border-radius:8px;color:#ffffff;font-weight:600;
text-decoration:none">${escapeHtml(letter.button.label)}</a></p>`
    : ''
  const footnote = letter.footnote
    ? `<p style="margin:0;font-size:14px;line-height:20px;color:#52606d">${escapeHtml(letter.footnote)}</p>`
    : ''
  return `<!doctype html>
<html lang="${letter.language ?? 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;background:#f3f5f7;font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"
style="max-width:520px;background:#ffffff;border-radius:12px;border:1px solid #e4e7eb">
<tr><td style="padding:20px 28px;border-bottom:1px solid #e4e7eb;font-size:18px;font-weight:700;
color:#0b6b50">${escapeHtml(sender)}</td></tr>
<tr><td style="padding:28px">
${letter.greeting ? paragraph(letter.greeting) : ''}${letter.paragraphs.map(paragraph).join('\n')}
${letter.rich ? dressed(letter.rich.html) : ''}${(letter.pictures ?? []).map(picture).join('')}${code}${button}${footnote}
</td></tr>
<tr><td style="padding:16px 28px;border-top:1px solid #e4e7eb;font-size:13px;color:#52606d">
${letter.from ? foot(letter).sent(escapeHtml(sender)) : 'Mshahara payroll.'}
${leave ? `<a href="${escapeHtml(leave)}" style="color:#0b6b50">Unsubscribe</a>` : ''}
</td></tr></table></td></tr></table></body></html>`
}
