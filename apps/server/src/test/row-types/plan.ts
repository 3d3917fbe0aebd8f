/** What a plan tells of columns that can be null: `explain (verbose, format json)`. */
export interface Plan {
  'Node Type': string
  'Join Type'?: string
  'Parent Relationship'?: string
  Alias?: string
  Output?: string[]
  Plans?: Plan[]
  [condition: string]: unknown
}

const conditions = [
  'Filter',
  'Index Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'Recheck Cond',
]

const partsOf = (plan: Plan) => plan.Plans ?? []
const aliasesIn = (plan: Plan): string[] => [
  ...(plan.Alias ? [plan.Alias] : []),
  ...partsOf(plan).flatMap(aliasesIn),
]
const side = (plan: Plan, which: 'Outer' | 'Inner') =>
  partsOf(plan).filter((part) => part['Parent Relationship'] === which)

/** The sides of an outer join that may be left without a row. */
function optionalSides(plan: Plan): Plan[] {
  const join = plan['Join Type'] ?? ''
  return [
    ...(['Left', 'Full'].includes(join) ? side(plan, 'Inner') : []),
    ...(['Right', 'Full'].includes(join) ? side(plan, 'Outer') : []),
  ]
}

/** Tables and subqueries without a row for some rows of the query. */
const optionalIn = (plan: Plan): string[] => [
  ...optionalSides(plan).flatMap(aliasesIn),
  ...partsOf(plan).flatMap(optionalIn),
]

const column = '(?:"[^"]+"|\\w+)\\.(?:"[^"]+"|\\w+)'
const bare = new RegExp(`^${column}$`)
/** `a.b = …`, `a.b IS NOT NULL`: true for no null. */
const compared = new RegExp(
  `^\\(?\\(?(${column})\\)?(?:::[\\w ]+)?\\)? (?:IS NOT NULL|=|<|>|<=|>=|<>|~~)(?: |\\)|$)`,
)
const comparedWith = new RegExp(` (?:=|<|>|<=|>=|<>) \\(?(${column})\\)?(?:::[\\w ]+)?\\)?$`)

/** Columns that every row of a plan has, since a condition would not hold otherwise. */
function presentIn(plan: Plan): string[] {
  const isOuter = optionalSides(plan).length > 0 || plan['Join Type'] === 'Anti'
  const own = isOuter ? [] : conditions.flatMap((name) => conjuncts(String(plan[name] ?? '')))
  const kept = partsOf(plan).filter((part) => {
    const helps = ['Outer', 'Inner', 'Subquery', undefined].includes(part['Parent Relationship'])
    return helps && !optionalSides(plan).includes(part)
  })
  return [
    ...own.flatMap((text) => [compared.exec(text)?.[1] ?? '', comparedWith.exec(text)?.[1] ?? '']),
    ...kept.flatMap(presentIn),
  ]
}

/** `((a = 1) AND (b = 2))`: all of it must hold. Nothing is made of what holds otherwise too. */
function conjuncts(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 1
  for (let at = 1; at < text.length - 1; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth > 0 || !text.startsWith(' AND ', at)) continue
    parts.push(text.slice(start, at))
    start = at + ' AND '.length
  }
  return [...parts, text.slice(start, -1)]
    .filter((part) => !/ OR |\bNOT \(|\bCASE\b/.test(part))
    .map((part) => part.replace(/^\(+/, '').replace(/\)+$/, ''))
}

/** Of the columns of a query, by their place: which an outer join, and which no row can lack. */
export function missingIn(plan: Plan) {
  const without = new Set(optionalIn(plan))
  const there = new Set(presentIn(plan))
  const [only, ...others] = aliasesIn(plan)
  const at = (index: number) => {
    const text = plan.Output?.[index] ?? ''
    // Of a single table the plan leaves its name out.
    return only && others.length === 0 && /^(?:"[^"]+"|\w+)$/.test(text) ? `${only}.${text}` : text
  }
  const aliasOf = (text: string) =>
    bare.test(text) ? text.slice(0, text.lastIndexOf('.')).replaceAll('"', '') : ''
  return {
    optional: (index: number) => without.has(aliasOf(at(index))) && !there.has(at(index)),
    present: (index: number) => there.has(at(index)),
  }
}
