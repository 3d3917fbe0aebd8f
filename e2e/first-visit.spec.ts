import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { found } from './people.ts'
import { addEmployee, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

test.use({ fresh: true })

const aims = { requests: 20, script: 120, stylesheet: 20 }

/** kB of each kind, compressed as the wire compresses it. */
async function weigh(answers: Response[], kind: string): Promise<number> {
  const ofKind = answers.filter((answer) => answer.request().resourceType() === kind)
  const bodies = await Promise.all(ofKind.map((answer) => answer.body()))
  const sizes = bodies.map((body) => gzipSync(body).length)
  expect(sizes.length).toBeGreaterThan(0)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** What a page asks for until it is idle. */
async function answersTo(page: Page, path: string): Promise<Response[]> {
  const answers: Response[] = []
  const note = (answer: Response) => answers.push(answer)
  page.on('response', note)
  await page.goto(path, { waitUntil: 'networkidle' })
  page.off('response', note)
  return answers
}

test('the form of a first visit is light, and the application comes while one types', async ({
  page,
}, info) => {
  const answers = await answersTo(page, '/login')
  // The first touch is the one that closes the greeting.
  const application = page.waitForResponse(/\/assets\/index-.+\.js$/)
  await page.getByRole('dialog', { name: 'First Time Login?' }).getByText('Got it').click()
  const field = page.getByLabel('Email address')
  await expect(field).toBeFocused()
  const script = await weigh(answers, 'script')
  const stylesheet = await weigh(answers, 'stylesheet')
  const description = `${answers.length} requests, ${script} kB script, ${stylesheet} kB style`
  info.annotations.push({ type: 'weight', description })
  expect(answers.length).toBeLessThanOrEqual(aims.requests)
  expect(script).toBeLessThan(aims.script)
  expect(stylesheet).toBeLessThan(aims.stylesheet)
  await field.fill('somebody@people.test')
  await application
})

test('whoever has a session is led on from a link to the sign-in screen', async ({ page }) => {
  await found(page.request)
  // As a link in a letter arrives: without the cookie, which is for our own pages only.
  await page.route(
    '/login',
    async (route) => {
      const body = await (await fetch(route.request().url())).text()
      await route.fulfill({ body, contentType: 'text/html' })
    },
    { times: 1 },
  )
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
  await expectToast(page, 'You have an active session. Please logout first.')
})

test('a first visit with a session loads hardly more, its chart drawn', async ({ page }, info) => {
  await found(page.request)
  await addEmployee(page.request)
  await runMonth(page.request, 'January', new Date().getFullYear())
  await page.clock.install()
  const size = await weigh(await answersTo(page, '/dashboard'), 'script')
  await expect(page.getByText(/^Payroll Annual Summary/)).toBeVisible()
  info.annotations.push({ type: 'script', description: `/dashboard ${size.toFixed(1)} kB gz` })
  // Three more areas, a second language, warnings that stay and cash by hand: 250 before.
  expect(size).toBeLessThan(266)
  // Nothing is kept on the computers of staff, and so no worker fetches the application again; the
  // one that rings where they wish it fetches nothing (push.spec.ts).
  await page.clock.fastForward(10_000)
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
})
