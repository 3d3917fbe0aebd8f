import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { found } from './people.ts'
import { addEmployee, runMonth } from './staff.ts'
import { expect, type Page, test } from './test.ts'

test.use({ fresh: true })

/** kB of script, compressed as the wire compresses it, until the page is idle. */
async function scriptOf(page: Page, path: string): Promise<number> {
  const scripts: Response[] = []
  const note = (response: Response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  }
  page.on('response', note)
  await page.goto(path, { waitUntil: 'networkidle' })
  page.off('response', note)
  const bodies = await Promise.all(scripts.map((script) => script.body()))
  const sizes = bodies.map((body) => gzipSync(body).length)
  expect(sizes.length).toBeGreaterThan(0)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

test('the first visit loads less than 258 kB of script', async ({ page }, info) => {
  const size = await scriptOf(page, '/login')
  info.annotations.push({ type: 'script', description: `/login ${size.toFixed(1)} kB gz` })
  // Two languages and what a phone keeps are in it.
  expect(size).toBeLessThan(258)
})

test('a first visit with a session loads hardly more, its chart drawn', async ({ page }, info) => {
  await found(page.request)
  await addEmployee(page.request)
  await runMonth(page.request, 'January', new Date().getFullYear())
  const size = await scriptOf(page, '/dashboard')
  await expect(page.getByText(/^Payroll Annual Summary/)).toBeVisible()
  info.annotations.push({ type: 'script', description: `/dashboard ${size.toFixed(1)} kB gz` })
  // Three more areas and a second language, and warnings that stay: 250 before.
  expect(size).toBeLessThan(262)
})
