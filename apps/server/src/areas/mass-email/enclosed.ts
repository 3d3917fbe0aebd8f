import type { MassEmailInput } from '@mshahara/contract/mass-email'
import { fileTypeFromBuffer } from 'file-type'
import type { Outside } from '../../foundation/core/ctx.ts'
import { seatOf } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { bytesOf, cleanImage, type Files } from '../../foundation/core/files.ts'
import { provenPaper } from '../../foundation/core/papers.ts'
import type { Attachment } from '../../foundation/mail/mail.ts'

/**
 * What goes along with a letter: pictures are shown in it, PDFs are attached. It is stored once for
 * all who get it, and stays with the letter.
 */

export const folder = 'mass-email'

export interface Enclosed {
  filename: string
  file: string
  is_picture: boolean
}

/** Wide enough for a letter. */
const side = 1200

/** A PDF, or a picture as every mail program shows it. */
async function proven(dataUrl: string, whose: string) {
  const type = await fileTypeFromBuffer(bytesOf(dataUrl))
  if (type?.mime !== 'image/jpeg' && type?.mime !== 'image/png') {
    return provenPaper(dataUrl, whose, 'files')
  }
  return { bytes: await cleanImage('files', dataUrl, side, whose, 'jpeg'), extension: 'jpg' }
}

/** Proven to be what they say, pictures drawn anew, and stored. */
export async function storeAll(
  outside: Outside,
  files: MassEmailInput['files'],
  where = folder,
): Promise<Enclosed[]> {
  const stored: Enclosed[] = []
  try {
    for (const { filename, file } of files) {
      const { bytes, extension } = await proven(file, seatOf(outside))
      const plain = filename
        .replace(/\.\w{1,5}$/, '')
        .replace(/[^\p{L}\p{N} ._-]/gu, ' ')
        .trim()
      stored.push({
        filename: `${plain || 'File'}.${extension}`,
        file: await outside.files.put(where, bytes, extension),
        is_picture: extension !== 'pdf',
      })
    }
  } catch (error) {
    await removeAll(outside.files, stored, where)
    throw error
  }
  return stored
}

export async function removeAll(files: Files, stored: Enclosed[], where = folder) {
  for (const { file } of stored) await files.remove(where, file)
}

export const keepAll = (tx: PlatformTx, id: string, stored: Enclosed[]) =>
  tx.run`insert into mass_email_files (mass_email_id, position, filename, file, is_picture)
    select ${id}, n, f.filename, f.file, f.is_picture from unnest(
      ${stored.map(({ filename }) => filename)}::text[], ${stored.map(({ file }) => file)}::text[],
      ${stored.map(({ is_picture }) => is_picture)}::boolean[])
    with ordinality f (filename, file, is_picture, n)`

export const enclosedIn = (tx: PlatformTx, id: string) =>
  tx.all<Enclosed>`select filename, file, is_picture from mass_email_files
    where mass_email_id = ${id} order by position`

/** As a message has them; those of a letter to many outlive it. */
export const asAttachments = (stored: Enclosed[], where = folder): Attachment[] =>
  stored.map(({ filename, file, is_picture }) => ({
    filename,
    folder: where,
    name: file,
    ...(where === folder && { shared: true as const }),
    ...(is_picture && { cid: file }),
  }))
