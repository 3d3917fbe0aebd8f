import type { Db } from '../core/db.ts'
import { type Secrets, tokenHash } from '../core/secrets.ts'
import type { Shelf } from './tokens.ts'

/** Tokens of providers in the database, sealed, for all servers together. */
export function openShelf(db: Pick<Db, 'inPlatform'>, secrets: Secrets): Shelf {
  const boundTo = (name: string) => `provider token ${name}`
  return {
    async find(name) {
      const row = await db.inPlatform(
        (tx) =>
          tx.maybe<{ sealed: Buffer; ends_at: string }>`select sealed, ends_at from provider_tokens
            where name = ${name}`,
      )
      if (!row) return undefined
      try {
        const token = secrets.decrypt(Buffer.from(row.sealed), boundTo(name))
        return { token, until: new Date(row.ends_at) }
      } catch {
        // Sealed with a key that was replaced since: the provider gives another token.
        return undefined
      }
    },
    async put(name, { token, until }) {
      const sealed = secrets.encrypt(token, boundTo(name))
      await db.inPlatform(
        (tx) => tx.run`insert into provider_tokens (name, sealed, token_hash, ends_at)
          values (${name}, ${sealed}, ${tokenHash(token)}, ${until})
          on conflict (name) do update set sealed = excluded.sealed,
            token_hash = excluded.token_hash, ends_at = excluded.ends_at`,
      )
    },
    async remove(name, token) {
      await db.inPlatform(
        (tx) => tx.run`delete from provider_tokens
          where name = ${name} and token_hash = ${tokenHash(token)}`,
      )
    },
  }
}
