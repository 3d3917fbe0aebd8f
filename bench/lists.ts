import { chromium } from '@playwright/test'
import { employeesQuery } from '../apps/server/src/employees/read.ts'
import { findBrowser } from '../scripts/browser.ts'
import { median } from './median.ts'
import { type Bench, bareServer, load, tokenFor, withServer } from './server.ts'
import { employ } from './staff.ts'

/**
 * Ten thousand employees: the whole list through the full stack against the same query and JSON
 * made bare, and the longest task on the browser's main thread while the screen opens, searches
 * and turns pages. Needs a built web application (`npm run build`).
 */
const employees = 10_000
const rounds = 3
const seconds = 4

await withServer(async (bench) => {
  const who = await employ(bench.parts, employees)
  const token = await tokenFor(bench.parts, who)
  const bare = await bareServer(bench.parts, who, employeesQuery)
  const full = `${bench.address}/api/employees`
  const rates: Record<'full' | 'bare', number[]> = { full: [], bare: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const bareRate = await load(bare.address, token, round ? seconds : 1, 2)
    const fullRate = await load(full, token, round ? seconds : 1, 2)
    // The first round warms both up.
    if (round > 0) rates.bare.push(bareRate)
    if (round > 0) rates.full.push(fullRate)
  }
  const [fullRate, bareRate] = [median(rates.full), median(rates.bare)]
  console.log(`GET employees with ${employees}, full stack: ${fullRate.toFixed(1)} requests/s`)
  console.log(`GET employees with ${employees}, bare: ${bareRate.toFixed(1)} requests/s`)
  console.log(`ratio full/bare: ${(fullRate / bareRate).toFixed(2)} (aim: at least 0.50)`)
  await bare.close()
  const longest = await longestTask(bench, token)
  for (const [act, task] of longest) {
    console.log(`longest main-thread task, ${act}: ${task.toFixed(0)} ms (aim: at most 200)`)
  }
})

async function longestTask({ address }: Bench, token: string) {
  const { executablePath, args } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'mshahara', value: token, url: address, httpOnly: true }])
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen = { longest: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        seen.longest = Math.max(seen.longest, duration)
      }
    }).observe({ type: 'longtask', buffered: true })
  })
  const results: [string, number][] = []
  const note = async (act: string) => {
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    results.push([
      act,
      await page.evaluate(() => {
        const { seen } = window as unknown as { seen: { longest: number } }
        const { longest } = seen
        seen.longest = 0
        return longest
      }),
    ])
  }
  await page.goto(`${address}/employees`)
  await page.getByText(`Employees (${employees})`).waitFor()
  await note('opening')
  await page.getByLabel('Search employee').pressSequentially('kamau', { delay: 60 })
  await page.waitForURL(/search=kamau/)
  await note('searching')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL(/page=2/)
  await note('turning the page')
  await browser.close()
  return results
}
