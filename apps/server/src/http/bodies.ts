import type { Endpoint } from '@mshahara/contract'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { NotNow, Refused } from '../core/fail.ts'
import { tokenOf } from './cookies.ts'
import type { House } from './house.ts'
import { strangers } from './seats.ts'

/** Bodies are read after their sender is known, and only so many at a time. */

const kB = 1024
/** Strangers have little to say. */
const fromStrangers = 64 * kB
const usual = 4 * kB * kB
/** Smaller ones cost less to read than to ask who sends them. */
const small = 16 * kB
/** For all customers together and for one; for all strangers together and for one address. */
const most = { all: 96 * kB * kB, one: 32 * kB * kB }
const mostOfStrangers = { all: 8 * kB * kB, one: kB * kB }

const inFlight = new Map<string, number>()
const totals = { strangers: 0, customers: 0 }

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export function bodies(house: House, endpoint: Endpoint, admit: Check): RouteShorthandOptions {
  const isPublic = endpoint.access === 'public'
  const bodyLimit = isPublic ? fromStrangers : (endpoint.bodyBytes ?? usual)
  if (endpoint.method === 'GET') return {}
  return {
    bodyLimit,
    onRequest: async (request, reply) => {
      const bytes = Math.min(lengthOf(request) ?? bodyLimit, bodyLimit)
      if (bytes <= small) return
      try {
        if ((lengthOf(request) ?? 0) > bodyLimit) throw tooLarge()
        if (!isPublic) await admit(request, reply)
        reserve(house.seats.of(tokenOf(request, house.config)?.token, request.ip), bytes, reply)
      } catch (error) {
        // What still comes is not read: the connection ends with the answer.
        reply.header('connection', 'close')
        throw error
      }
    },
  }
}

const tooLarge = () => new Refused(422, 'What you sent is too large.')

/** As announced; nothing when it comes in pieces of unknown length. */
function lengthOf({ headers }: FastifyRequest): number | undefined {
  if (headers['transfer-encoding']) return undefined
  return Number(headers['content-length'] ?? 0)
}

function reserve(seat: string, bytes: number, reply: FastifyReply) {
  const own = inFlight.get(seat) ?? 0
  const who = seat.startsWith(strangers) ? 'strangers' : 'customers'
  const { all, one } = who === 'strangers' ? mostOfStrangers : most
  if (totals[who] + bytes > all || (own > 0 && own + bytes > one)) {
    throw new NotNow(503, 'Too many files are being sent just now. Please try again in a moment.')
  }
  totals[who] += bytes
  inFlight.set(seat, own + bytes)
  let done = false
  reply.raw.once('close', () => {
    if (done) return
    done = true
    totals[who] -= bytes
    const rest = (inFlight.get(seat) ?? 0) - bytes
    if (rest > 0) inFlight.set(seat, rest)
    else inFlight.delete(seat)
  })
}
