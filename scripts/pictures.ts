import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract } from '@mshahara/contract'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { call } from '../e2e/calls.ts'
import { demo, signIn } from '../e2e/people.ts'
import startServer from '../e2e/server.ts'
import { findBrowser } from './browser.ts'
import { run } from './run.ts'

/**
 * `npm run pictures`: the pictures of README.md and docs/, taken in a real browser from the demo as
 * anybody finds it, so that they show what there is. With BASE_URL set, from a server that runs.
 */

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
/** A README is read on slow networks too. */
const most_kB = 150

interface Picture {
  name: string
  who: string
  size?: typeof desk
  /** Opens what is to be seen; the page is signed in. */
  show: (page: Page) => Promise<unknown>
}

const open = (path: string) => (page: Page) => page.goto(path)

/** The newest month that has been confirmed, with its people. */
async function newestPayroll(page: Page) {
  const runs = await call(page.request, contract.payrolls.list)
  const [found] = runs.filter(({ status }) => status === 'confirmed')
  if (!found) throw new Error('The demo has no confirmed payroll.')
  await page.goto(`/payroll/${found.id}`)
  await page.getByRole('button', { name: 'All payslips (PDF)' }).waitFor()
  await page.getByRole('cell', { name: 'BF-0001' }).waitFor()
}

const read = (page: Page, language: 'en' | 'sw') =>
  call(page.request, contract.auth.setLanguage, { body: { language } })

async function explainedPayslip(page: Page) {
  await read(page, 'en')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'View Payslip' }).first().click()
  await page.getByRole('button', { name: 'How it was worked out' }).click()
  // What the law takes stands in the middle, with its rule and its source.
  const line = page.getByRole('dialog').getByRole('listitem').filter({ hasText: /^PAYE/ })
  await line.evaluate((found) => found.scrollIntoView({ block: 'center' }))
}

async function lastWeekOfRoll(page: Page) {
  await page.goto('/muster-roll')
  await page.getByRole('button', { name: 'Sheet before' }).click()
  await page.getByText('not on the roll yet').waitFor({ state: 'hidden' })
}

async function homeInSwahili(page: Page) {
  await read(page, 'sw')
  await page.goto('/dashboard')
}

const pictures: Picture[] = [
  { name: 'dashboard', who: 'primary@baraka.test', show: open('/dashboard') },
  {
    name: 'payroll',
    who: 'finance@baraka.test',
    size: { ...desk, height: 1120 },
    show: newestPayroll,
  },
  { name: 'muster-roll', who: 'finance@baraka.test', show: lastWeekOfRoll },
  { name: 'payslip-explained', who: 'employee@baraka.test', show: explainedPayslip },
  { name: 'phone-in-swahili', who: 'employee@baraka.test', size: phone, show: homeInSwahili },
]

/** What stands still: parts of a screen come one after another. */
async function atRest(page: Page): Promise<Buffer> {
  const look = () => page.screenshot({ animations: 'disabled', caret: 'hide' })
  for (let before = await look(); ; ) {
    await page.waitForTimeout(700)
    const now = await look()
    if (now.equals(before)) return now
    before = now
  }
}

async function take(browser: Browser, { name, who, size = desk, show }: Picture) {
  const context = await browser.newContext({
    ...{ baseURL: process.env.BASE_URL, viewport: size, colorScheme: 'light' },
    ...{ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Africa/Nairobi' },
  })
  const page = await context.newPage()
  await signIn(page.request, demo(who))
  await show(page)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('main :is([aria-busy=true], [aria-label=Loading])')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  const file = join(folder, `${name}.png`)
  const taken = await atRest(page)
  // A screen has few colours: a palette of them weighs half.
  await sharp(taken).png({ palette: true, quality: 95, effort: 10 }).toFile(file)
  await context.close()
  const kB = (await readFile(file)).length / 1000
  console.log(`docs/pictures/${name}.png: ${kB.toFixed(0)} kB`)
  if (kB > most_kB) throw new Error(`${name}.png is heavier than ${most_kB} kB.`)
}

await run(async () => {
  await mkdir(folder, { recursive: true })
  const stop = await startServer()
  try {
    const browser = await chromium.launch(await findBrowser())
    for (const picture of pictures) await take(browser, picture)
    await browser.close()
  } finally {
    await stop()
  }
})
