import { setImmediate as nextTurn } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { uniqueNames } from '../../foundation/core/file-name.ts'

export interface ArchiveEntry {
  name: string
  bytes: Uint8Array
}

/** Several files in one, packed while they come; of the same name, they are told apart. */
export async function* zipOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const nameFor = uniqueNames()
  const taken = () => {
    const bytes = Buffer.concat(ready)
    ready = []
    return bytes
  }
  for await (const { name, bytes } of entries) {
    // Only text becomes smaller: the rest is packed already.
    const part = name.endsWith('.csv')
      ? new ZipDeflate(nameFor(name), { level: 6 })
      : new ZipPassThrough(nameFor(name))
    zip.add(part)
    part.push(bytes, true)
    yield taken()
    await nextTurn()
  }
  zip.end()
  yield taken()
}
