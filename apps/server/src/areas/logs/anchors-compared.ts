import type { Secrets } from '../../foundation/core/secrets.ts'
import { type Anchor, anchoredSeal, anchorIn } from './anchor.ts'
import type { AnchorStore } from './anchor-store.ts'

/** Holds the chains against every anchor: each head that one saw must still be in its place. */
export interface Anchors {
  count: number
  /** A link of a chain, as the walk comes by it. */
  meet(chain: string, position: number, seal: Buffer): void
  conclude(nameOf: (chain: string) => string): Concluded
}

interface Concluded {
  faults: string[]
  notes: string[]
  /** The chains that an anchor contradicts. */
  broken: string[]
}

interface Fault {
  /** The newest anchor that tells of it. */
  number: number
  /** What a restore can explain: entries that it took back, anchors that stayed elsewhere. */
  kind: 'anchor' | 'missing anchor' | 'entries'
  chain?: string
  sentence: (nameOf: (chain: string) => string) => string
}
interface Expected {
  seal: string
  anchor: Anchor
}

export async function readAnchors(
  secrets: Secrets,
  store: AnchorStore | undefined,
  given: string[],
  known: number,
): Promise<Anchors> {
  const faults: Fault[] = []
  const say: Say = (number, words, kind = 'anchor') =>
    faults.push({ number, kind, sentence: () => words })
  const anchors = store ? await fromStore(secrets, store, say) : new Map<number, Anchor>()
  const kept = given.map((text) => anchorIn(text, secrets))
  for (const anchor of kept) {
    if (!anchor) say(Number.MAX_SAFE_INTEGER, 'The anchor given was changed or has another key.')
    else if (anchors.has(anchor.number) && anchors.get(anchor.number)?.proof !== anchor.proof) {
      say(anchor.number, `Anchor ${anchor.number} is not the one that was given.`)
    }
  }
  const outside = kept.filter((anchor) => anchor !== undefined)
  if (store) {
    const last = Math.max(known, ...anchors.keys(), ...outside.map(({ number }) => number))
    for (const [from, to] of gaps(anchors, last)) say(to, missing(from, to), 'missing anchor')
  }
  for (const anchor of outside) anchors.set(anchor.number, anchor)
  return compared([...anchors.values()], faults)
}

type Say = (number: number, words: string, kind?: Fault['kind']) => void

async function fromStore(secrets: Secrets, store: AnchorStore, say: Say) {
  const anchors = new Map<number, Anchor>()
  for (const number of await store.numbers()) {
    const anchor = anchorIn((await store.read(number)) ?? '', secrets)
    if (anchor?.number !== number) {
      say(number, `Anchor ${number} was changed or has another key.`)
      continue
    }
    const before = anchors.get(number - 1)
    if (before && anchor.after !== before.proof) {
      say(number, `Anchor ${number} does not follow anchor ${number - 1}.`)
    }
    anchors.set(number, anchor)
  }
  return anchors
}

const missing = (from: number, to: number) =>
  from === to ? `Anchor ${from} is missing.` : `Anchors ${from} to ${to} are missing.`

function* gaps(anchors: Map<number, Anchor>, last: number): Generator<[number, number]> {
  let from = 1
  for (const number of [...anchors.keys(), last + 1].sort((a, b) => a - b)) {
    if (number > from) yield [from, number - 1]
    from = number + 1
  }
}

function compared(anchors: Anchor[], faults: Fault[]): Anchors {
  const waiting = new Map<string, Map<number, Expected[]>>()
  const ends = new Map<string, number>()
  for (const anchor of anchors) {
    for (const [chain, { position, seal }] of anchor.heads) {
      const places = waiting.get(chain) ?? new Map<number, Expected[]>()
      waiting.set(chain, places)
      const others = (places.get(position) ?? []).filter((other) => other.seal !== seal)
      places.set(position, [...others, { seal, anchor }])
    }
  }
  return {
    count: anchors.length,
    meet(chain, position, seal) {
      ends.set(chain, position)
      const places = waiting.get(chain)
      for (const { seal: seen, anchor } of places?.get(position) ?? []) {
        if (seen === anchoredSeal(seal)) continue
        faults.push({
          number: anchor.number,
          kind: 'entries',
          chain,
          sentence: (nameOf) =>
            `The log of ${nameOf(chain)} holds another entry at place ${position} than ` +
            `${naming(anchor)} saw there.`,
        })
      }
      places?.delete(position)
    },
    conclude(nameOf) {
      for (const [chain, places] of waiting) faults.push(...cut(chain, places, ends.get(chain)))
      return judged(faults, anchors, nameOf)
    },
  }
}

const naming = ({ number, at }: Anchor) => `anchor ${number} of ${at}`

/** Anchors that reach further than the chain; the last of them is enough. */
function cut(chain: string, places: Map<number, Expected[]>, end = 0): Fault[] {
  const furthest = Math.max(...places.keys())
  const anchor = places.get(furthest)?.at(-1)?.anchor
  if (!anchor) return []
  return [
    {
      number: anchor.number,
      kind: 'entries',
      chain,
      sentence: (nameOf) =>
        `The log of ${nameOf(chain)} ends at place ${end}, before ${naming(anchor)}, which saw ` +
        `${furthest}: its end was cut, or the database was put back to an earlier day.`,
    },
  ]
}

/** A restore is signed into the anchors: what it explains is noted, and is not a fault. */
function judged(faults: Fault[], anchors: Anchor[], nameOf: (chain: string) => string): Concluded {
  const open = new Set(faults)
  const notes: string[] = []
  for (const restore of anchors.filter(({ restored }) => restored !== undefined)) {
    const explained = [...open].filter((fault) => explains(restore, fault))
    if (explained.length === 0) continue
    const from = restore.restored ? `of anchor ${restore.restored}` : 'without an anchor'
    notes.push(
      `A backup ${from} was restored at ${restore.at}, as anchor ${restore.number} says. ` +
        'What was logged between that backup and the restore is not in the log:',
    )
    for (const fault of explained) {
      notes.push(`  ${fault.sentence(nameOf)}`)
      open.delete(fault)
    }
  }
  return {
    faults: [...open].map(({ sentence }) => sentence(nameOf)),
    notes,
    broken: [...open].flatMap(({ chain }) => chain ?? []),
  }
}

function explains({ number, restored = 0 }: Anchor, fault: Fault): boolean {
  if (fault.kind === 'entries') return restored < fault.number && fault.number < number
  return fault.kind === 'missing anchor' && fault.number < restored
}
