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

/** How near a name is to what is typed: it begins so, or one of its words does. */
function rankOf(name: string, typed: string): number {
  const words = name.split(/[^\p{L}\p{N}]+/u)
  const place = words.findIndex((_, at) => bare(words.slice(at).join('')).startsWith(typed))
  return place < 0 ? Number.POSITIVE_INFINITY : Math.min(place, 1)
}

/** The banks somebody may mean who types this: the one called so first, then by their names. */
export function banksLike(banks: readonly Bank[], typed: string): Bank[] {
  const exact = bankCalled(banks, typed)
  const rank = (bank: Bank) =>
    bank === exact ? -1 : Math.min(...namesOf(bank).map((name) => rankOf(name, bare(typed))))
  return banks
    .map((bank) => ({ bank, rank: rank(bank) }))
    .filter((one) => one.rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || a.bank.name.localeCompare(b.bank.name))
    .map(({ bank }) => bank)
}

/** The branches somebody may mean who types this: the one called so first, then by their names. */
export function branchesLike(bank: Bank, typed: string): Bank['branches'] {
  const exact = branchCalled(bank, typed)
  const wanted = bare(typed)
  const rank = (branch: Bank['branches'][number]) => {
    if (branch === exact) return -1
    const near = rankOf(branch.name, wanted)
    return near === Number.POSITIVE_INFINITY && bare(branch.name).includes(wanted) ? 2 : near
  }
  return bank.branches
    .map((branch) => ({ branch, rank: rank(branch) }))
    .filter((one) => one.rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || a.branch.name.localeCompare(b.branch.name))
    .map(({ branch }) => branch)
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
