import type { Ink, Surface } from './blocks.ts'

/** The organisation's two colours made usable: whatever is chosen, everything can be read. */

export interface Colors {
  light_color: string
  dark_color: string
}
export interface Palette {
  fill: Record<Surface, string>
  ink: Record<Surface, Record<Ink, string>>
  /** Thin lines, seen on each surface. */
  line: Record<Surface, string>
  /** Thick edges on paper. */
  edge: string
}

type Rgb = [red: number, green: number, blue: number]

const rgb = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]
const hex = (color: Rgb) =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: string): number {
  const [r, g, b] = rgb(color).map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const mix = (one: string, other: string, share: number): string => {
  const [from, to] = [rgb(one), rgb(other)]
  return hex(from.map((part, index) => part + ((to[index] as number) - part) * share) as Rgb)
}

const paper = '#ffffff'
const black = '#14201c'
const readable = 4.5
const visible = 1.9

/** Black or white, whichever stands out more. */
const strongest = (fill: string) =>
  contrast('#000000', fill) >= contrast(paper, fill) ? black : paper

/** The colour itself where it can be read on the fill; otherwise moved until it can. */
function towards(color: string, fill: string, wanted: number): string {
  const end = strongest(fill)
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(color, end, share)
    if (contrast(tried, fill) >= wanted) return tried
  }
  return contrast(end, fill) >= wanted ? end : end === black ? '#000000' : paper
}

const inksOn = (fill: string, accent: string): Record<Ink, string> => ({
  plain: towards(strongest(fill), fill, 7),
  quiet: towards(mix(strongest(fill), fill, 0.35), fill, readable),
  accent: towards(accent, fill, readable),
})

export function paletteOf({ light_color, dark_color }: Colors): Palette {
  const fill = { paper, tint: light_color, band: dark_color }
  const lineOn = (surface: string) =>
    towards(mix(surface, strongest(surface), 0.25), surface, visible)
  return {
    fill,
    ink: {
      paper: inksOn(paper, dark_color),
      tint: inksOn(light_color, dark_color),
      band: inksOn(dark_color, light_color),
    },
    line: { paper: lineOn(paper), tint: lineOn(light_color), band: lineOn(dark_color) },
    edge: towards(dark_color, paper, 3),
  }
}
