import type { contract } from '@mshahara/contract'
import { type Ctx, inPlatform, me, seatOf } from '../../foundation/core/ctx.ts'
import { failField } from '../../foundation/core/fail.ts'
import { provenPaper } from '../../foundation/core/papers.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { byOwnName, type Folder } from '../../foundation/http/storage.ts'
import { say } from './sentences.ts'

/** Documents about an organisation: for the platform operator alone. */

type Clients = typeof contract.clients
export const folder = 'organization-files'

const refuseUnknown = async (ctx: Ctx, id: string) => {
  const known = await inPlatform(ctx, (tx) => tx.run`select from organizations where id = ${id}`)
  if (!known) failField('organization_id', say.organizationNotFound)
}

export const addFile: Staged<Clients['addFile'], void, string> = {
  look: (ctx, { body }) => refuseUnknown(ctx, body.organization_id),
  async make(outside, { body }) {
    const { bytes, extension } = await provenPaper(body.file, seatOf(outside))
    return outside.files.put(folder, bytes, extension)
  },
  async keep(ctx, { body }, file) {
    await refuseUnknown(ctx, body.organization_id)
    return inPlatform(
      ctx,
      (tx) => tx.one<{
        id: string
        name: string
        file: string
        added_by: string
        created_at: string
      }>`
        insert into organization_files (organization_id, name, file, added_by)
        values (${body.organization_id}, ${body.name}, ${file}, ${me(ctx).name}) returning *`,
    )
  },
  undo: (outside, file) => outside.files.remove(folder, file),
}

export const revokeFile: Handler<Clients['revokeFile']> = (ctx, { params }) =>
  inPlatform(ctx, async (tx) => {
    const { file } = await tx.one<{ file: string }>`
      delete from organization_files where id = ${params.id} returning file`
    await ctx.later('files.remove', { folder, name: file })
    return { message: 'Organization file revoked successfully' }
  })

async function mayRead(ctx: Ctx, name: string): Promise<boolean> {
  if (!me(ctx).super_admin) return false
  const known = await inPlatform(
    ctx,
    (tx) => tx.run`select from organization_files where file = ${name}`,
  )
  return known > 0
}

export const papers: Folder = { find: byOwnName(mayRead), papers: true, crosses: true }
