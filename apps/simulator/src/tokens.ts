import { randomBytes } from 'node:crypto'
import type { Provider } from './accounts.ts'

/** Access tokens; a restart forgets them, as callers must expect anyway. */

export const lifetime = 3_600_000

interface Token {
  provider: Provider
  consumer_key: string
  until: number
}

export type TokenState = { state: 'valid' | 'expired'; consumer_key: string } | { state: 'unknown' }

export interface Tokens extends ReturnType<typeof openTokens> {}

export function openTokens(now: () => number) {
  const tokens = new Map<string, Token>()
  return {
    /** A new token of Daraja ends the one before. */
    issue(provider: Provider, consumer_key: string, { endsOthers = false } = {}) {
      for (const [text, token] of endsOthers ? tokens : []) {
        if (token.provider === provider && token.consumer_key === consumer_key) tokens.delete(text)
      }
      const text = randomBytes(21).toString('base64url')
      tokens.set(text, { provider, consumer_key, until: now() + lifetime })
      return text
    },
    look(provider: Provider, text: string): TokenState {
      const token = tokens.get(text)
      if (token?.provider !== provider) return { state: 'unknown' }
      const { consumer_key, until } = token
      return { state: until > now() ? 'valid' : 'expired', consumer_key }
    },
    clear: () => tokens.clear(),
  }
}
