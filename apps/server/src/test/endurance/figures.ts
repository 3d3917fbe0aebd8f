import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** What a part of `npm run endurance` is asked for, and what it tells of itself. */

export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** By this moment a part begins nothing more; what it has begun it ends and checks. */
const minutes = Number(process.env.MINUTES ?? 60)
const over = performance.now() + minutes * 60_000
export const isTimeLeft = () => performance.now() < over

/** A line of the log, and figures for the report where one is made. */
export function reportFigures(figures: Record<string, unknown>) {
  console.log(JSON.stringify(figures))
  const report = process.env.ENDURANCE_FIGURES
  if (!report) return
  const known = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  writeFileSync(report, JSON.stringify({ ...known, ...figures }))
}
