import type { Secrets } from '../../foundation/core/secrets.ts'
import { sameBytes } from '../../foundation/core/secrets.ts'

/**
 * An anchor says how far every chain of the log reached at a moment, signed with a key derived
 * from SECRET_KEY. It is kept outside the database, is readable, and survives being mailed.
 */
export interface Anchor {
  number: number
  at: string
  /** The proof of the anchor before it. */
  after: string
  /** The anchor inside the backup that had just been restored when this one was made. */
  restored: number | undefined
  heads: Map<string, AnchoredHead>
  proof: string
}
export interface AnchoredHead {
  position: number
  /** The beginning of the seal at that position. */
  seal: string
}

const sealSigns = 32
export const anchoredSeal = (seal: Buffer) => seal.toString('hex').slice(0, sealSigns)
export const nothingBefore = 'nothing'

function wordsOf({ number, at, after, restored, heads }: Omit<Anchor, 'proof'>): string {
  const chains = [...heads].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    `mshahara log anchor ${number}`,
    `at ${at}`,
    `after ${after}`,
    ...(restored === undefined ? [] : [`restored ${restored}`]),
    ...chains.map(([chain, { position, seal }]) => `${chain} ${position} ${seal}`),
  ].join('\n')
}

const proofOf = (secrets: Secrets, anchor: Omit<Anchor, 'proof'>) =>
  secrets.digest('log anchor', wordsOf(anchor))

export const signed = (secrets: Secrets, anchor: Omit<Anchor, 'proof'>): Anchor => ({
  ...anchor,
  proof: proofOf(secrets, anchor).toString('hex'),
})

export const textOf = (anchor: Anchor) => `${wordsOf(anchor)}\nproof ${anchor.proof}\n`

const form = new RegExp(
  'mshahara log anchor (\\d+)\\s+at (\\S+)\\s+after (\\w+)(?:\\s+restored (\\d+))?' +
    `((?:\\s+[0-9a-f-]{36}\\s+\\d+\\s+[0-9a-f]{${sealSigns}})*)\\s+proof ([0-9a-f]{64})`,
)

/** The anchor in a text, also inside a saved or quoted mail; nothing when it is not ours. */
export function anchorIn(text: string, secrets: Secrets): Anchor | undefined {
  const found = form.exec(text.replace(/^[> \t]+/gm, ''))
  if (!found) return undefined
  const [, number, at = '', after = '', restored, chains = '', proof = ''] = found
  const parts = chains.split(/\s+/).filter(Boolean)
  const heads = new Map<string, AnchoredHead>()
  for (let i = 0; i < parts.length; i += 3) {
    const [chain = '', position, seal = ''] = parts.slice(i, i + 3)
    heads.set(chain, { position: Number(position), seal })
  }
  const anchor = {
    number: Number(number),
    at,
    after,
    restored: restored === undefined ? undefined : Number(restored),
    heads,
  }
  const genuine = sameBytes(proofOf(secrets, anchor), Buffer.from(proof, 'hex'))
  return genuine ? { ...anchor, proof } : undefined
}
