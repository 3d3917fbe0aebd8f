import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { everywhere } from '@mshahara/contract/everywhere'
import { limits, pictureTooLarge } from '@mshahara/contract/limits'
import { fileTypeFromBuffer } from 'file-type'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import sharp from 'sharp'
import type { Config } from '../config/config.ts'
import { failField } from './fail.ts'
import { turns } from './turns.ts'

/**
 * Stored files: one adapter, disk or S3. Names are unguessable, and every way to them is guarded.
 */
export interface Files {
  /** Stores under `folder/` and returns the file's own name. */
  put(folder: string, bytes: Uint8Array, extension: string): Promise<string>
  get(folder: string, name: string): Promise<Uint8Array | undefined>
  /** The same as it is read, for files of any size. */
  open(folder: string, name: string): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(folder: string, name: string): Promise<void>
  /** Every stored key, for backups. */
  list(): AsyncGenerator<string>
  read(key: string): Promise<Uint8Array>
  writtenAt(key: string): Promise<Date>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Piece by piece as they come, for files of any size; there once it is whole. */
  writeFrom(key: string, pieces: AsyncIterable<Uint8Array>): Promise<Sealed>
}

/** How long a file is, and its digest. */
export interface Sealed {
  bytes: number
  sha256: string
}
export const sealed = (bytes: Uint8Array): Sealed => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

export async function openFiles(config: Config): Promise<Files> {
  const disk = new Disk(config.storageUrl ? await s3(config.storageUrl) : local(config.dataDir))
  const write = config.storageUrl ? disk.put.bind(disk) : privately(disk, config.dataDir)
  return {
    async put(folder, bytes, extension) {
      const name = `${randomUUID()}.${extension}`
      const key = `${folder}/${name}`
      // On a full disk a part of it may have been written.
      await write(key, bytes).catch(async (error) => {
        await disk.delete(key).catch(() => {})
        throw error
      })
      return name
    },
    async get(folder, name) {
      if (!stored.test(name)) return undefined
      const key = `${folder}/${name}`
      return (await disk.exists(key)) ? disk.getBytes(key) : undefined
    },
    async open(folder, name) {
      const key = `${folder}/${name}`
      if (!stored.test(name) || !(await disk.exists(key))) return undefined
      const { contentLength: bytes } = await disk.getMetaData(key)
      return { stream: await disk.getStream(key), bytes }
    },
    remove: (folder, name) => disk.delete(`${folder}/${name}`),
    async *list() {
      let page: string | undefined
      do {
        const found = await disk.listAll('', {
          recursive: true,
          ...(page ? { paginationToken: page } : {}),
        })
        for (const object of found.objects) if (object.isFile) yield object.key
        page = found.paginationToken
      } while (page)
    },
    read: (key) => disk.getBytes(key),
    writtenAt: async (key) => (await disk.getMetaData(key)).lastModified,
    write: (key, bytes) => write(key, bytes),
    writeFrom: (key, pieces) => inPieces(disk, config, key, pieces),
  }
}

const stored = /^[\w-]+\.\w+$/

/** Gathered in a file of its own first: a store wants to know how much will come. */
async function inPieces(
  disk: Disk,
  { dataDir, storageUrl }: Config,
  key: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Sealed> {
  const folder = join(dataDir, 'files', dirname(key))
  const path = join(storageUrl ? dataDir : folder, `.${randomUUID()}.part`)
  const hash = createHash('sha256')
  let bytes = 0
  const counted = async function* () {
    for await (const piece of pieces) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  if (!storageUrl) await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await pipeline(counted, createWriteStream(path, { mode: 0o600 }))
    if (storageUrl) await disk.putStream(key, createReadStream(path))
    else await rename(path, join(dataDir, 'files', key))
  } finally {
    await rm(path, { force: true })
  }
  return { bytes, sha256: hash.digest('hex') }
}

const local = (dataDir: string) =>
  new FSDriver({ location: join(dataDir, 'files'), visibility: 'private' })

/** For the server's own user alone: folders 0700, files 0600. */
function privately(disk: Disk, dataDir: string) {
  const root = join(dataDir, 'files')
  const made = new Set<string>()
  return async (key: string, bytes: Uint8Array) => {
    const folder = dirname(join(root, key))
    if (!made.has(folder)) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Also those that an earlier version made for everybody.
      for (const each of [root, folder]) await chmod(each, 0o700)
      made.add(folder)
    }
    await disk.put(key, bytes)
    await chmod(join(root, key), 0o600)
  }
}

async function s3(address: string) {
  // Loaded only where it is configured: the client is large.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const url = new URL(address.replace(/^s3:/, 'http:'))
  const tls = url.searchParams.get('tls') !== 'off'
  return new S3Driver({
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    endpoint: `${tls ? 'https' : 'http'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'auto',
    bucket: url.pathname.slice(1),
    forcePathStyle: true,
    supportsACL: false,
    visibility: 'private',
  })
}

// ---------------------------------------------------------------- uploads

export const bytesOf = (dataUrl: string) =>
  new Uint8Array(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))

const webp = 'webp' as 'webp' | 'jpeg'
/**
 * A genuine picture: checked by content and size, then redrawn (JPEG for letters) so that neither
 * metadata nor anything hidden behind the picture survives. In turns of organisations.
 */
export async function cleanImage(at: string, url: string, side: number, whose: string, as = webp) {
  const bytes = bytesOf(url)
  if (bytes.length > limits.logoBytes) failField(at, pictureTooLarge)
  const type = await fileTypeFromBuffer(bytes)
  const isPicture = ['image/jpeg', 'image/png'].includes(type?.mime ?? '')
  if (!isPicture) failField(at, everywhere.choosePicture)
  return inTurn(whose, () => drawAnew(at, bytes, side, as))
}

/** Each may fill a core and tens of megabytes. */
const inTurn = turns({
  places: 2,
  each: 1,
  waiting: 6,
  busy: everywhere.otherPictures,
})

async function drawAnew(field: string, bytes: Uint8Array, side: number, as: typeof webp) {
  try {
    const image = sharp(bytes, { limitInputPixels: limits.imagePixels, failOn: 'error' })
    const fitted = image.rotate().resize(side, side, { fit: 'inside', withoutEnlargement: true })
    const drawn = as === 'webp' ? fitted : fitted.flatten({ background: '#ffffff' })
    return new Uint8Array(await drawn.toFormat(as, { quality: 85 }).toBuffer())
  } catch {
    return failField(field, everywhere.unreadablePicture)
  }
}
