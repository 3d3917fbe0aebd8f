import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { secretsFrom } from '../core/secrets.ts'
import { hasAllOld, refuseUnfinished } from './baseline.ts'
import { migrationFiles } from './migrate.ts'

/**
 * A backup is one compressed file of JSON lines: a header, how far the sequences had counted, each
 * table's name followed by its rows, each stored file, and a last line with a seal over all before
 * it. Rows stay text all the way, so no number loses a digit.
 */

export interface Header {
  /** 1 had neither sequences nor a seal. */
  mshahara: 1 | 2
  migrations: string[]
  /** The key itself when it lives with the data; else only what tells whether it is the same. */
  key: string | null
  key_mark: string
  /** How far the activity log reached just before. */
  anchor?: string
}
export interface BackupCounts {
  rows: number
  files: number
}
export interface Marker {
  sequences?: Record<string, number>
  table?: string
  columns?: string[]
  file?: string
  data?: string
  end?: BackupCounts & { seal?: string }
}

/** Our own lines begin like no row does: no table's first column has one of these names. */
export const markerOf = (line: string): Marker | undefined =>
  /^\{"(sequences|table|file|end)":/.test(line) ? (JSON.parse(line) as Marker) : undefined

export const markOf = (key: string) => secretsFrom(key).digest('backup', 'mark').toString('hex')

/** Only somebody with the key can make a valid one. */
export const sealOf = (key: string, hash: Hash) =>
  secretsFrom(key).digest('backup seal', hash.copy().digest('hex')).toString('hex')

/**
 * Lines end with a line feed and nothing else: names may contain other characters that tools take
 * for a line break.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  const input = createReadStream(path)
  const gunzip = createGunzip()
  input.on('error', (error) => gunzip.destroy(error))
  let partial: Buffer[] = []
  try {
    for await (const chunk of input.pipe(gunzip) as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...partial, chunk.subarray(from, end)]).toString()
        partial = []
        from = end + 1
      }
      if (from < chunk.length) partial.push(chunk.subarray(from))
    }
    if (partial.length) yield Buffer.concat(partial).toString()
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'ENOENT') throw new Error(`There is no file ${path}.`)
    if (!/^(Z_|ERR_)/.test(code)) throw error
    throw new Error(`${path} is not a backup, or it is damaged. Nothing was restored.`)
  } finally {
    input.destroy()
  }
}

/** Reads all of it before anything is touched: whole, unchanged and ours, or refused in words. */
export async function checkBackup(path: string, secretKey: string | undefined): Promise<Header> {
  const hash = createHash('sha256')
  const counts: BackupCounts = { rows: 0, files: 0 }
  let header: Header | undefined
  let ended = false
  for await (const line of linesOf(path)) {
    if (ended) throw new Error(changed)
    if (header) {
      const marker = readable(line)
      if (marker?.end) ended = fits(header, marker.end, { counts, hash, secretKey })
      else if (marker?.file) counts.files += 1
      else if (!marker) counts.rows += 1
    } else header = headerOf(line, secretKey)
    hash.update(`${line}\n`)
  }
  if (!header || !ended) throw new Error('The backup ends too early. Nothing was restored.')
  return header
}

const changed = 'The backup was changed after it was made, or it is damaged. Nothing was restored.'

function readable(line: string): Marker | undefined {
  try {
    return markerOf(line)
  } catch {
    throw new Error(changed)
  }
}

function fits(
  { mshahara, key }: Header,
  { rows, files, seal }: BackupCounts & { seal?: string },
  found: { counts: BackupCounts; hash: Hash; secretKey: string | undefined },
): true {
  const counted = rows === found.counts.rows && files === found.counts.files
  const sealed = mshahara === 1 || seal === sealOf(found.secretKey ?? key ?? '', found.hash)
  if (!counted || !sealed) throw new Error(changed)
  return true
}

function headerOf(line: string, secretKey: string | undefined): Header {
  let header: Header | null
  try {
    header = JSON.parse(line)
  } catch {
    throw new Error('This is not a backup of Mshahara, or it is damaged.')
  }
  if (!header || !('mshahara' in header)) throw new Error('This is not a backup of Mshahara.')
  refuseUnfinished('backup', header.migrations, 'restore it and back it up')
  const known = migrationFiles()
  const isKnown = hasAllOld(header.migrations) || header.migrations.every((n) => known.includes(n))
  const strange = header.mshahara > 2 || !isKnown
  if (strange) {
    throw new Error(
      'This backup was made by a newer version of Mshahara, or before the first release. ' +
        'Please restore it with the version that made it.',
    )
  }
  if (secretKey && markOf(secretKey) !== header.key_mark) {
    throw new Error('SECRET_KEY is not the one this backup was made with.')
  }
  if (!secretKey && !header.key) {
    throw new Error('Set SECRET_KEY to the one this backup was made with.')
  }
  return header
}
