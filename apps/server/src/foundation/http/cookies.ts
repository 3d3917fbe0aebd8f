import { limits, pageHeader } from '@mshahara/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { CookieJar } from '../core/ctx.ts'
import { newToken } from '../core/secrets.ts'

const secure = (config: Config) => config.publicUrl.startsWith('https:')
const sessionCookie = (config: Config) => (secure(config) ? '__Host-mshahara' : 'mshahara')
export function tokenOf(request: FastifyRequest, config: Config) {
  const header = request.headers.authorization
  if (header) {
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1]
    return { token: token ?? '-', cookie: false }
  }
  const token = request.cookies[sessionCookie(config)]
  return token ? { token, cookie: true } : undefined
}

const optionsOf = (config: Config) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/', secure: secure(config) }) as const

export function cookieJar(request: FastifyRequest, reply: FastifyReply, config: Config): CookieJar {
  const session = sessionCookie(config)
  const ticket = `${session}_signin`
  const device = `${session}_device`
  const options = optionsOf(config)
  const known = request.cookies[device]
  const fromPage = isFromPage(request)
  let fresh: string | undefined
  return {
    session: request.cookies[session],
    ticket: request.cookies[ticket],
    freshTicket() {
      fresh ??= newToken()
      reply.setCookie(ticket, fresh, { ...options, maxAge: limits.otpMinutes * 60 * 2 })
      return fresh
    },
    giveSession(token) {
      reply.clearCookie(ticket, options)
      reply.setCookie(session, token, { ...options, maxAge: limits.sessionHours * 3600 })
    },
    dropSession: () => void reply.clearCookie(session, options),
    device: known && /^[\w-]{43}$/.test(known) ? known : undefined,
    giveDevice: (token) =>
      void reply.setCookie(device, token, { ...options, maxAge: limits.deviceDays * 86_400 }),
    fromPage,
    forClient: (token) => (fromPage ? undefined : token),
  }
}

/** Browsers send this themselves; without https, only our own pages do. */
const isFromPage = ({ headers }: FastifyRequest) =>
  'sec-fetch-site' in headers || pageHeader in headers

/** A call with an effect, made with the cookie, must come from our own pages. */
export function isSameOrigin({ headers }: FastifyRequest, { publicUrl }: Config): boolean {
  const site = headers['sec-fetch-site']
  return site ? site === 'same-origin' : headers.origin === publicUrl
}
