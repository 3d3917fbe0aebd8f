import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'

/** The longest task on the browser's main thread while two long screens are opened and used. */
export async function measureScreens(
  address: string,
  token: string,
  employees: number,
  payroll: string,
) {
  const { executablePath, args } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'mshahara', value: token, url: address, httpOnly: true }])
  const page = await context.newPage()
  await page.addInitScript(watchTasks)
  await page.goto(`${address}/employees`)
  await page.getByText(`Employees (${employees})`).waitFor()
  await note(page, 'employees, opening')
  await page.getByLabel('Search employee').pressSequentially('kamau', { delay: 60 })
  await page.waitForURL(/search=kamau/)
  await note(page, 'employees, searching')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL(/page=2/)
  await note(page, 'employees, turning the page')
  await page.goto(`${address}/payroll/${payroll}`)
  await page.getByText(`(${employees} payslips)`).waitFor()
  await note(page, 'payroll, opening')
  await page.mouse.move(800, 600)
  for (let step = 0; step < 10; step += 1) await page.mouse.wheel(0, 400)
  await note(page, 'payroll, scrolling')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL(/page=2/)
  await note(page, 'payroll, turning the page')
  await browser.close()
}

function watchTasks() {
  const seen = { longest: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
}

async function note(page: Page, act: string) {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  const longest = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { longest: number } }
    const { longest: found } = seen
    seen.longest = 0
    return found
  })
  console.log(`longest main-thread task, ${act}: ${longest.toFixed(0)} ms (aim: at most 200)`)
}
