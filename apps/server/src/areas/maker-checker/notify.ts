import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { notify } from '../notifications/index.ts'

/** Who hears of what waits, and of what became of it. */

export const pageOf = (id: string) => `/approval/${id}`

interface Made {
  id: string
  needs: string
  title: string
  maker: { id: string; name: string }
}

/** Everybody who could agree to it. */
export async function checkersOf(tx: Tx, organization_id: string, needs: string) {
  const rows = await tx.all<{ user_id: string }>`
    select members_with(${organization_id}, ${needs}) as user_id`
  return rows.map(({ user_id }) => user_id)
}

export async function notifyCheckers(
  tx: Tx,
  organization_id: string,
  { id, needs, title, maker }: Made,
) {
  const others = await checkersOf(tx, organization_id, needs)
  await notify(
    tx,
    organization_id,
    others.filter((one) => one !== maker.id),
    {
      key: `proposal ${id}`,
      title: 'Waiting for your approval',
      text: `${maker.name} asks for a second person: ${title}.`,
      link: pageOf(id),
    },
  )
}

/** What became of it, in a word that its key in the bell ends with. */
export const notifyMaker = (
  tx: Tx,
  organization_id: string,
  { id, made_by, title }: { id: string; made_by: string; title: string },
  { did, text }: { did: string; text: string },
) =>
  notify(tx, organization_id, [made_by], {
    key: `proposal ${id} ${did}`,
    title: `Second person: ${did}`,
    text: `${title}. ${text}`,
    link: pageOf(id),
  })

export const becameVoid = {
  did: 'void',
  text: 'The details have changed since: please request it again.',
}
/** By a newer proposal about the same. */
export const becameReplaced = ({ title }: { title: string }) => ({
  did: 'void',
  text: `A newer request about the same takes its place: ${title}.`,
})
export const voidKey = (id: Sql) => sql`'proposal ' || ${id} || ' void'`
