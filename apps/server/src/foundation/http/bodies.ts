import type { Readable } from 'node:stream'
import type { Endpoint } from '@mshahara/contract'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { Refused } from '../core/fail.ts'
import { tokenOf } from './cookies.ts'
import { say } from './sentences.ts'
import type { Services } from './services.ts'

/** Bodies are read after their sender is known, and counted as they arrive (`uploads.ts`). */

const kB = 1024
/** Strangers have little to say. */
const fromStrangers = 64 * kB
const usual = 4 * kB * kB
/** Smaller ones cost less to read than to ask who sends them. */
const small = 16 * kB

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export function bodies(
  services: Services,
  endpoint: Endpoint,
  admit: Check,
): RouteShorthandOptions {
  const isPublic = endpoint.access === 'public'
  const bodyLimit = isPublic ? fromStrangers : (endpoint.bodyBytes ?? usual)
  if (endpoint.method === 'GET') return {}
  return {
    bodyLimit,
    preParsing: async (request, reply, payload) => {
      const bytes = lengthOf(request) ?? bodyLimit
      if (bytes <= small) return payload
      try {
        if (bytes > bodyLimit) throw new Refused(422, say.tooLarge)
        if (!isPublic) await admit(request, reply)
        return counted(services, request, reply, payload as Readable)
      } catch (error) {
        // What still comes is not read: the connection ends with the answer.
        reply.header('connection', 'close')
        throw error
      }
    },
  }
}

/** As announced; nothing when it comes in pieces of unknown length. */
function lengthOf({ headers }: FastifyRequest): number | undefined {
  if (headers['transfer-encoding']) return undefined
  return Number(headers['content-length'] ?? 0)
}

/** Not a pipeline: that would close the connection on which the refusal has to go back. */
function counted(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
) {
  const seat = services.seats.of(tokenOf(request, services.config)?.token, request.ip)
  const { through, end } = services.uploads.begin(seat)
  through.once('error', () => reply.header('connection', 'close'))
  payload.once('error', (error) => through.destroy(error))
  reply.raw.once('close', end)
  return payload.pipe(through)
}
