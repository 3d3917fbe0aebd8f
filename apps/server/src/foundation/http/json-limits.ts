import type { FastifyInstance } from 'fastify'
import { Refused } from '../core/fail.ts'
import { say } from './sentences.ts'

/**
 * Bodies are looked over as text before they are parsed: a few megabytes of brackets would keep the
 * server busy for seconds, while the largest we take is one long string.
 */

const deepest = 40
const usual = 100_000
const quote = 34
const backslash = 92

export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const { values } = request.routeOptions.config as { values?: number }
    if (isSimple(text as string, values)) return parse(request, text as string, done)
    done(new Refused(400, say.tooMuch))
  })
}

/** Nested no deeper, and of no more parts, than anything we take. */
export function isSimple(text: string, mostValues = usual): boolean {
  let depth = 0
  let parts = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) {
      at = endOfString(text, at)
      if (at < 0) return true
    } else if (sign === 0x5b || sign === 0x7b) {
      depth += 1
      parts += 1
      if (depth > deepest || parts > mostValues) return false
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1
    else if (sign === 0x2c && ++parts > mostValues) return false
  }
  return true
}

/** Where the string that begins at `from` ends; below 0 when it never does. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return -1
}
