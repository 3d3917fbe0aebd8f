import type { FastifyInstance } from 'fastify'
import { fail } from '../core/fail.ts'
import { escapeHtml } from '../core/html.ts'
import type { Services } from '../http/services.ts'
import type { KeptMail } from './mail.ts'
import { sayToStaff } from './sentences.ts'

/** The outbox for newcomers (A25): what would have been sent, readable outside production only. */
export function devMail(app: FastifyInstance, { config, mail }: Services) {
  if (!config.devMail) return
  app.get<{ Querystring: { to?: string } }>('/dev/mail.json', async ({ query }) =>
    mail.kept(typeof query.to === 'string' ? query.to : undefined),
  )
  app.get('/dev/mail', async (_request, reply) => {
    reply.type('text/html; charset=utf-8')
    return page('Outbox', list(await mail.kept()))
  })
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const message = (await mail.kept()).find(({ id }) => id === request.params.id)
    if (!message) fail(404, sayToStaff.messageNotFound)
    reply.type('text/html; charset=utf-8')
    return page(message.subject, view(message))
  })
  // The message itself, in a frame that may run nothing.
  app.get<{ Params: { id: string } }>('/dev/mail/:id/html', async (request, reply) => {
    const message = (await mail.kept()).find(({ id }) => id === request.params.id)
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
    )
    reply.header('x-frame-options', 'SAMEORIGIN')
    return reply.type('text/html; charset=utf-8').send(message?.html ?? '')
  })
  app.addHook('onSend', async (request, reply) => {
    if (!/^\/dev\/mail\/[^/]+$/.test(request.url)) return
    const policy = String(reply.getHeader('content-security-policy') ?? '')
    reply.header('content-security-policy', `${policy};frame-src 'self'`)
  })
}

const when = (iso: string) =>
  new Intl.DateTimeFormat('en-KE', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'Africa/Nairobi',
  }).format(new Date(iso))

const list = (mails: KeptMail[]) =>
  mails.length === 0
    ? '<p class="quiet">No messages yet. Codes and invitations arrive here.</p>'
    : `<ul>${mails
        .map(
          (mail) => `<li><a href="/dev/mail/${mail.id}"><strong>${escapeHtml(mail.subject)}</strong>
<span>${escapeHtml(mail.to)}</span><time>${when(mail.created_at)}</time></a></li>`,
        )
        .join('')}</ul>`

const view = (mail: KeptMail) => `<p><a href="/dev/mail">← Outbox</a></p>
<dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Sent</dt><dd>${when(mail.created_at)}</dd>
${(mail.attachments ?? []).map(({ filename }) => `<dt>Attached</dt><dd>${escapeHtml(filename)}</dd>`).join('')}</dl>
<iframe src="/dev/mail/${mail.id}/html" title="The message" sandbox></iframe>
<h2>Plain text</h2><pre>${escapeHtml(mail.text)}</pre>`

const page = (title: string, body: string) => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} · Mshahara outbox</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:0 auto;padding:24px;color:#1f2933;
background:#f3f5f7}h1{font-size:24px}h2{font-size:16px}a{color:#0b6b50}
ul{list-style:none;padding:0;background:#fff;border:1px solid #e4e7eb;border-radius:12px}
li+li{border-top:1px solid #e4e7eb}li a{display:grid;grid-template-columns:1fr auto;gap:2px 16px;
padding:12px 16px;color:inherit;text-decoration:none}li a:hover{background:#eef6f3}
li span,time,.quiet,dt{color:#52606d;font-size:14px}li time{grid-row:1;grid-column:2}
iframe{width:100%;height:520px;border:1px solid #e4e7eb;border-radius:12px;background:#fff}
pre{white-space:pre-wrap;background:#fff;border:1px solid #e4e7eb;border-radius:12px;padding:16px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px}dd{margin:0}
</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
