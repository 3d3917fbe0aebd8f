/** Amounts by month as a chart and its table show them. */

export interface Series {
  label: string
  data: number[]
  backgroundColor: string
}

export interface Figures {
  labels: string[]
  series: Series[]
}

/** More bars than this are thinner than a finger on a phone: they are drawn by year. */
export const mostMonths = 36

const yearIn = (label: string) => /\d{4}$/.exec(label)?.[0] ?? ''

/** 'January 2024' … 'December 2026' → '2024', '2025', '2026', their amounts added up. */
export function byYear({ labels, series }: Figures): Figures {
  const years = [...new Set(labels.map(yearIn))]
  const added = (data: number[]) =>
    years.map((year) => {
      const cents = data.map((amount, at) => (yearIn(labels[at] ?? '') === year ? amount * 100 : 0))
      return cents.reduce((sum, one) => sum + Math.round(one), 0) / 100
    })
  return { labels: years, series: series.map((one) => ({ ...one, data: added(one.data) })) }
}

/** 'January' and 'January 2026' as an axis has room for: "Jan", or "Jan 26" beside other years. */
export function shortLabels(labels: string[]): string[] {
  const years = new Set(labels.map(yearIn))
  return labels.map((label) => {
    const year = yearIn(label)
    if (label === year) return label
    return years.size > 1 ? `${label.slice(0, 3)} ${year.slice(2)}` : label.slice(0, 3)
  })
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** 1_500_000 → "1.5M", 80_000 → "80K". */
export const short = (shillings: number) => compact.format(shillings)

export const isNothing = (series: Series[]) =>
  series.every(({ data }) => data.every((amount) => amount === 0))

/** The amounts on top of each other: where each begins and ends. */
export function shares(amounts: number[]): [from: number, to: number][] {
  let top = 0
  return amounts.map((amount) => {
    const from = top
    top += Math.max(0, amount)
    return [from, top]
  })
}

/** Round amounts from 0 to just above the highest, about four steps of them. */
export function ticksFor(highest: number): number[] {
  const rough = Math.max(highest, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10) * power
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, at) => Math.round(at * step * 100) / 100)
}
