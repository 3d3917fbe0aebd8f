import { createHash, randomBytes } from 'node:crypto'
import type { HookKind, Instruction } from '../../foundation/providers/provider.ts'

/**
 * The addresses that providers report to: nothing in them can be guessed, and only their digests
 * are kept. Providers refuse addresses with certain words in them, so the kind is one letter.
 */

const letters: Record<HookKind, string> = { result: 'r', timeout: 't', answer: 'q', test: 'i' }
/** A bank that knows one address for all its results uses `k`. */
const kinds: Record<string, HookKind | undefined> = {
  r: 'result',
  k: 'result',
  t: 'timeout',
  q: 'answer',
  i: 'test',
}

export const kindOf = (letter: string): HookKind | undefined => kinds[letter]

export const newHookToken = () => randomBytes(16).toString('hex')
export const hookHash = (token: string) => createHash('sha256').update(token).digest()
export const isHookToken = (text: string) => /^[0-9a-f]{32}$/.test(text)

/** Where a result, or the answer to a question or a test, is expected. */
export const hooksFor = (
  publicUrl: string,
  token: string,
  kind: Exclude<HookKind, 'timeout'> = 'result',
): Instruction['hooks'] => ({
  result: `${publicUrl}/hooks/${letters[kind]}/${token}`,
  timeout: `${publicUrl}/hooks/${letters.timeout}/${token}`,
})
