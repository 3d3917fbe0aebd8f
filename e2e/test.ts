import { randomInt } from 'node:crypto'
import {
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Page,
  test as plain,
  type WebError,
} from '@playwright/test'
import { type Desk, openDesk, openPage, tidyUp, type Viewport } from './desks.ts'

export { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

interface Fixtures {
  /** Another person on another computer. */
  visitor: () => Promise<Page>
  /** What a test provokes on purpose in the browser's console. */
  provoked: RegExp | undefined
  /** A computer that nobody has used before. */
  fresh: boolean
  problems: string[]
  desk: () => Promise<Desk>
  own: Desk
}
interface WorkerFixtures {
  desks: Desk[]
}

/** A refused call leaves such a line; whether the refusal was right is the test's own question. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Each person comes from an address of their own; whatever a page complains of fails the test. */
export const test = plain.extend<Fixtures, WorkerFixtures>({
  provoked: [undefined, { option: true }],
  fresh: [false, { option: true }],
  problems: [
    async ({ provoked }, use) => {
      const problems: string[] = []
      await use(problems)
      const unexpected = problems.filter((line) => !refusal.test(line) && !provoked?.test(line))
      expect(unexpected, 'errors in the console of the browser').toEqual([])
    },
    { auto: true },
  ],
  desks: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed.
    async ({}, use) => {
      const desks: Desk[] = []
      await use(desks)
      for (const { context } of desks) await context.close()
    },
    { scope: 'worker' },
  ],
  desk: async ({ browser, desks, fresh, baseURL, viewport, contextOptions, problems }, use) => {
    const taken: { desk: Desk; leave: () => void }[] = []
    await use(async () => {
      const desk =
        (!fresh && takeOne(desks, viewport)) ||
        (await openDesk(browser, { baseURL, viewport, ...contextOptions }))
      taken.push({ desk, leave: await sitDown(desk.context, problems) })
      return desk
    })
    for (const { desk, leave } of taken) {
      const usable = await tidyUp(desk)
      leave()
      if (usable) desks.push(desk)
      else await desk.context.close()
    }
  },
  own: async ({ desk }, use) => use(await desk()),
  context: async ({ own }, use) => use(own.context),
  page: async ({ own }, use) => use(await openPage(own)),
  visitor: async ({ desk }, use) => use(async () => openPage(await desk())),
})

/** One whose window has the size that is asked for. */
function takeOne(desks: Desk[], viewport: Viewport): Desk | undefined {
  const at = desks.findIndex((desk) => desk.viewport?.width === viewport?.width)
  return at < 0 ? undefined : desks.splice(at, 1)[0]
}

async function sitDown(context: BrowserContext, problems: string[]) {
  const address = [10, randomInt(256), randomInt(256), randomInt(1, 255)].join('.')
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') problems.push(message.text())
  }
  const onError = (error: WebError) => problems.push(String(error.error()))
  context.on('console', onConsole).on('weberror', onError)
  return () => {
    context.off('console', onConsole).off('weberror', onError)
  }
}

/** A message at the top right. */
export const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

export async function expectToast(page: Page, text: string) {
  await expect(toast(page, text).first()).toBeVisible()
}
