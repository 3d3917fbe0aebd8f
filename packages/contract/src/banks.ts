/** Banks as people call them: by name, short or earlier name, or code; for form, call and sheet. */

export interface Bank {
  code: string
  name: string
  /** What people call it, such as KCB. */
  short: string
  /** Earlier and other names. */
  also: string[]
  branches: { code: string; name: string }[]
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** "Kisii", "Kisii Branch" and "KISII BR." are one place. */
const barePlace = (text: string) => bare(text).replace(/(?<!sub)(branch|br)$/, '')

/** "Equity Bank (Kenya) Limited" is Equity Bank Kenya. */
const bareBank = (text: string) => bare(text).replace(/(limited|ltd|plc)$/, '')

const namesOf = ({ code, name, short, also }: Bank) => [name, short, ...also, code]

/** The one that is meant, if there is one in the list. */
export function bankCalled(banks: readonly Bank[], text: string | null | undefined) {
  const wanted = bareBank(text ?? '')
  if (!wanted) return undefined
  return banks.find((bank) => namesOf(bank).some((name) => bareBank(name) === wanted))
}

export function branchCalled(bank: Bank | undefined, text: string | null | undefined) {
  const given = (text ?? '').trim()
  if (!bank || !given) return undefined
  const same = bank.branches.find(({ name }) => name.toLowerCase() === given.toLowerCase())
  return (
    same ??
    bank.branches.find(({ code, name }) => code === given || barePlace(name) === barePlace(given))
  )
}

/** Whether somebody who types this may mean the bank: any word of any of its names, or its code. */
export function bankMatches(bank: Bank, typed: string): boolean {
  const wanted = bare(typed)
  const isPart = namesOf(bank).some((name) => bare(name).includes(wanted))
  return isPart || bankCalled([bank], typed) !== undefined
}

const pairsOf = (text: string) =>
  new Set([...bare(text)].slice(1).map((letter, index) => (bare(text)[index] ?? '') + letter))

function likeness(a: string, b: string): number {
  const [one, two] = [pairsOf(a), pairsOf(b)]
  let common = 0
  for (const pair of one) if (two.has(pair)) common += 1
  return (2 * common) / Math.max(1, one.size + two.size)
}

/** The names closest to one that is not in the list, at most three; often a slip of the pen. */
export function nearestBanks(banks: readonly Bank[], text: string): string[] {
  const own = (bank: Bank) => Math.max(...namesOf(bank).map((name) => likeness(text, name)))
  return banks
    .map((bank) => ({ name: bank.name, like: own(bank) }))
    .filter(({ like }) => like > 0.4)
    .sort((a, b) => b.like - a.like)
    .slice(0, 3)
    .map(({ name }) => name)
}
