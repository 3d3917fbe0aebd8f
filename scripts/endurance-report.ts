/** The table of `npm run endurance`. */

export interface Line {
  part: string
  what: string
  /** How much was asked for. */
  asked: string
  seed: number
  seconds: number
  passed: boolean
  /** What was counted on the way. */
  figures: Record<string, unknown>
  faults: string[]
  day: string
}

/** A part that was run again takes the place of what it said before. */
export function merged(lines: readonly Line[], line: Line): Line[] {
  const others = lines.filter(({ part }) => part !== line.part)
  const place = lines.findIndex(({ part }) => part === line.part)
  return place < 0 ? [...others, line] : others.toSpliced(place, 0, line)
}

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? figuresOf(value as Record<string, unknown>)
    : typeof value === 'number'
      ? value.toLocaleString('en-GB', { maximumFractionDigits: 2 })
      : String(value)

const figuresOf = (figures: Record<string, unknown>) =>
  Object.entries(figures)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${shown(value)}`)
    .join(', ')

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')

export function markdownOf(machine: string, lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const result = line.passed ? 'held' : `**${line.faults.length} faults**`
    const told = [figuresOf(line.figures), ...line.faults].filter(Boolean).join('; ')
    const cells = [line.part, line.what, line.asked, `${line.seed}`, `${line.seconds} s`]
    return `| ${[...cells, result, told, line.day].map(cell).join(' | ')} |`
  })
  return [
    `Machine: ${machine}.`,
    '',
    '| part | what | asked | seed | took | result | counted, and faults by name | day |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
