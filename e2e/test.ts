import { randomInt } from 'node:crypto'
import { type BrowserContext, expect, type Page, test as plain } from '@playwright/test'

export { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

interface Fixtures {
  /** Another person on another computer. */
  visitor: () => Promise<Page>
  /** What a test provokes on purpose in the browser's console. */
  provoked: RegExp | undefined
  problems: string[]
}

/** A refused call leaves such a line; whether the refusal was right is the test's own question. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Each person comes from an address of their own; whatever a page complains of fails the test. */
export const test = plain.extend<Fixtures>({
  provoked: [undefined, { option: true }],
  problems: [
    async ({ provoked }, use) => {
      const problems: string[] = []
      await use(problems)
      const unexpected = problems.filter((line) => !refusal.test(line) && !provoked?.test(line))
      expect(unexpected, 'errors in the console of the browser').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, problems }, use) => {
    await prepare(context, problems)
    await use(context)
  },
  visitor: async ({ browser, contextOptions, problems }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions })
      opened.push(context)
      await prepare(context, problems)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

async function prepare(context: BrowserContext, problems: string[]) {
  const address = [10, randomInt(256), randomInt(256), randomInt(1, 255)].join('.')
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
}

/** A message at the top right. */
export const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

export async function expectToast(page: Page, text: string) {
  await expect(toast(page, text).first()).toBeVisible()
}
