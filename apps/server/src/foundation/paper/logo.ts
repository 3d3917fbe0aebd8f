import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Files } from '../core/files.ts'

const printed = new Map<string, Uint8Array>()
const mostLogos = 20

/** On white and in the one form that PDFs take as it is; a stored logo never changes. */
export async function logoOf(files: Files, name: string): Promise<Uint8Array | null> {
  const known = printed.get(name)
  if (known) return known
  const bytes = await files.get('organization', name)
  const jpeg = bytes && (await onWhite(bytes))
  if (!jpeg) return null
  if (printed.size >= mostLogos) printed.clear()
  printed.set(name, jpeg)
  return jpeg
}

/** A picture that the operator has put beside the server. */
export async function logoInFile(path: string | undefined): Promise<Uint8Array | null> {
  const known = path && printed.get(path)
  if (known || !path) return known || null
  const bytes = await readFile(path).catch(() => null)
  const jpeg = bytes && (await onWhite(bytes))
  if (jpeg) printed.set(path, jpeg)
  return jpeg
}

/** A picture that cannot be read costs the logo, never the document. */
async function onWhite(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes).resize(360, 200, { fit: 'inside', withoutEnlargement: true })
    return new Uint8Array(await image.flatten({ background: '#fff' }).jpeg().toBuffer())
  } catch {
    return null
  }
}
