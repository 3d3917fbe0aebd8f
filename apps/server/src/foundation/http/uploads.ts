import { Transform } from 'node:stream'
import { isYoung } from '../core/client-address.ts'
import { NotNow, Refused } from '../core/fail.ts'
import { strangers } from './seats.ts'
import { say } from './sentences.ts'

/**
 * How much of what is being sent the server holds, counted as it arrives: announcing costs nobody
 * anything. Where it becomes too much, whoever holds most gives way, and some room is kept for
 * those who hold little, so that a small file is taken even where complete ones fill the rest; a
 * sender who dawdles is cut off (docs/decisions/041).
 */
export interface Uploads {
  /** What comes in is counted for the seat until `end` is called; past the limits it breaks off. */
  begin(seat: string): Arriving
}

export interface Arriving {
  through: Transform
  end(): void
}

interface Room {
  /** For all of the kind together, and for one organisation or address. */
  all: number
  one: number
  /** Of `all`, for whoever holds no more than `small`. */
  kept: number
  small: number
}

export interface UploadRules {
  settled: Room
  young: Room
  strangers: Room
  /** The least that must come within `window_ms`. */
  least: number
  window_ms: number
}

const kB = 1024
const MB = kB * kB
const usual: UploadRules = {
  settled: { all: 72 * MB, one: 32 * MB, kept: 16 * MB, small: MB },
  young: { all: 24 * MB, one: 16 * MB, kept: 4 * MB, small: 256 * kB },
  strangers: { all: 8 * MB, one: MB, kept: 2 * MB, small: 64 * kB },
  // 4 kB a second: a telephone far from its mast sends more.
  least: 32 * kB,
  window_ms: 8000,
}

const crowded = () => new NotNow(503, say.tooManyFiles)
const tooSlow = () => new Refused(408, say.tooSlow)

interface Upload {
  seat: string
  held: number
  through: Transform
}

export function openUploads(rules: UploadRules = usual): Uploads {
  const rooms = {
    settled: openRoom(rules.settled),
    young: openRoom(rules.young),
    strangers: openRoom(rules.strangers),
  }
  return {
    begin(seat) {
      const kind = seat.startsWith(strangers) ? 'strangers' : isYoung(seat) ? 'young' : 'settled'
      const room = rooms[kind]
      let recent = 0
      const through = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          recent += chunk.length
          room.take(upload, chunk.length)
          if (!through.destroyed) done(null, chunk)
        },
        flush(done) {
          clearInterval(watch)
          room.arrived(upload)
          done()
        },
      })
      const upload: Upload = { seat, held: 0, through }
      room.expect(upload)
      const watch = setInterval(() => {
        if (recent < rules.least) through.destroy(tooSlow())
        recent = 0
      }, rules.window_ms)
      const end = () => {
        clearInterval(watch)
        room.free(upload)
      }
      through.once('error', end)
      return { through, end }
    },
  }
}

function openRoom({ all, one, kept, small }: Room) {
  let total = 0
  const seats = new Map<string, number>()
  const arriving = new Set<Upload>()
  const heldBy = ({ seat }: Upload) => seats.get(seat) ?? 0

  const add = (upload: Upload, bytes: number) => {
    upload.held += bytes
    total += bytes
    const now = heldBy(upload) + bytes
    if (now > 0) seats.set(upload.seat, now)
    else seats.delete(upload.seat)
  }
  const free = (upload: Upload) => {
    arriving.delete(upload)
    add(upload, -upload.held)
  }
  const cut = (upload: Upload) => {
    free(upload)
    upload.through.destroy(crowded())
  }
  /** Of those still arriving: what is complete is being worked on. Among equals the last. */
  const largest = () => [...arriving].reduce((a, b) => (heldBy(b) >= heldBy(a) ? b : a))

  return {
    expect: (upload: Upload) => arriving.add(upload),
    arrived: (upload: Upload) => arriving.delete(upload),
    free,
    /** One file of an organisation always has room beside none of its own. */
    take(upload: Upload, bytes: number) {
      add(upload, bytes)
      if (heldBy(upload) > one && heldBy(upload) > upload.held) cut(upload)
      while (arriving.size > 0) {
        const most = largest()
        if (total <= (heldBy(most) > small ? all - kept : all)) return
        cut(most)
      }
    },
  }
}
