import type { contract } from '@mshahara/contract'
import { type MassEmailInput, type MassEmailKind, nameMark } from '@mshahara/contract/mass-email'
import { allow, type Limit } from '../../foundation/core/attempts.ts'
import { inPlatform, me } from '../../foundation/core/ctx.ts'
import { failField } from '../../foundation/core/fail.ts'
import { escapeHtml } from '../../foundation/core/html.ts'
import { plainName } from '../../foundation/core/names.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { layout } from '../../foundation/mail/layout.ts'
import type { Attachment, Letter } from '../../foundation/mail/mail.ts'
import { type Rich, richFrom } from '../../foundation/mail/rich.ts'
import { asAttachments, type Enclosed, removeAll, storeAll } from './enclosed.ts'
import { sayToStaff } from './sentences.ts'
import { newLinks } from './unsubscribe.ts'

type Calls = typeof contract.massEmails

/** Tags alone are no message. */
export function messageIn({ message }: Pick<MassEmailInput, 'message'>): Rich {
  const rich = richFrom(message)
  return rich.text ? rich : failField('message', sayToStaff.noMessage)
}

interface Written {
  kind: MassEmailKind
  subject: string
  rich: Rich
}

const footnotes: Record<MassEmailKind, string> = {
  news: 'You receive this because your organization uses Mshahara.',
  service: 'You receive this notice because it concerns your contract with Mshahara.',
}

/** News carry a way to unsubscribe, made for this recipient; notices about the contract none. */
export const letterOf = (
  { kind, subject, rich }: Written,
  to: string,
  link?: string,
  enclosed: Attachment[] = [],
): Letter => ({
  to,
  subject,
  paragraphs: [],
  rich,
  footnote: footnotes[kind],
  toMany: true,
  ...(enclosed.length > 0 && {
    attachments: enclosed,
    pictures: enclosed.flatMap(({ cid }) => (cid ? [`cid:${cid}`] : [])),
  }),
  ...(link ? { unsubscribe: link } : {}),
})

/** As its recipient reads it: the place for the name holds theirs, in words and not in tags. */
export function addressedTo<W extends Pick<Written, 'subject' | 'rich'>>(
  written: W,
  name: string | null,
): W {
  const { subject, rich } = written
  const theirs = plainName(name ?? '') || 'client'
  const html = rich.html.replace(/<[^>]*>|\{name\}/g, (found) =>
    found === nameMark ? escapeHtml(theirs) : found,
  )
  const filled = (text: string) => text.replaceAll(nameMark, () => theirs)
  return { ...written, subject: filled(subject), rich: { html, text: filled(rich.text) } }
}

const picture = /^data:image\/(jpeg|png);/

/** Through the same cleaning and layout as what is sent; its link leads nowhere yet. */
export const preview: Handler<Calls['preview']> = async (ctx, { body }) => {
  const { kind, subject } = body
  const link = kind === 'news' ? '/unsubscribe/preview' : undefined
  const written = { kind, subject, rich: messageIn(body) }
  const [first_name = null] = me(ctx).name.split(' ')
  const pictures = body.files.map(({ file }) => file).filter((file) => picture.test(file))
  const letter = { ...letterOf(addressedTo(written, first_name), '', link), pictures }
  return { subject: letter.subject, ...layout(letter, ctx.config.publicUrl) }
}

const tests: Limit[] = [{ name: 'test letters', account: 30, seconds: 3600 }]

/** Where files wait for one message, which takes them along. */
const outgoing = 'mail'

export const test: Staged<Calls['test'], void, Enclosed[]> = {
  crosses: true,
  async look(ctx, { body }) {
    messageIn(body)
    await allow(ctx, tests, { account: me(ctx).id })
  },
  make: (outside, { body }) => storeAll(outside, body.files, outgoing),
  keep: (ctx, { body }, stored) =>
    inPlatform(ctx, async (tx) => {
      const { email, first_name } = await tx.one<{ email: string; first_name: string }>`
        select email, first_name from users where id = ${me(ctx).id}`
      const written = { ...body, subject: `Test: ${body.subject}`, rich: messageIn(body) }
      const [link] = body.kind === 'news' ? await newLinks(tx, [email]) : []
      const along = asAttachments(stored, outgoing)
      await ctx.mail.send(tx, null, letterOf(addressedTo(written, first_name), email, link, along))
      return { message: `A test is on its way to ${email}.` }
    }),
  undo: (outside, stored) => removeAll(outside.files, stored, outgoing),
}
