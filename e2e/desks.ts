import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

export type Viewport = BrowserContextOptions['viewport']

/**
 * Computers that people sit down at one after another. A new one has to fetch and compile the whole
 * application; on these it lies ready, and each person finds them signed out and forgetful.
 */
export interface Desk {
  context: BrowserContext
  viewport: Viewport
  /** Shows a picture of ours: keeps the process of our pages alive, and reaches their storage. */
  keeper: Page
}

export async function openDesk(browser: Browser, options: BrowserContextOptions): Promise<Desk> {
  const context = await browser.newContext(options)
  const keeper = await context.newPage()
  await keeper.goto('/favicon.svg')
  return { context, keeper, viewport: options.viewport }
}

/** Opened from a page of ours, a window needs no process for the blank page it begins with. */
export async function openPage({ context, keeper }: Desk): Promise<Page> {
  const opened = context.waitForEvent('page')
  await keeper.evaluate(() => {
    const window = open('')
    if (window) window.opener = null
  })
  return opened
}

/**
 * Nothing of the last person is left but the files of the application. A clock that was set by hand
 * cannot be set back: such a desk is not used again.
 */
export async function tidyUp({ context, keeper }: Desk): Promise<boolean> {
  for (const page of context.pages()) if (page !== keeper) await page.close()
  await context.clearCookies()
  await context.clearPermissions()
  return keeper.evaluate(async () => {
    localStorage.clear()
    indexedDB.deleteDatabase('mshahara.kept')
    for (const name of await caches.keys()) await caches.delete(name)
    const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
    await Promise.all(workers.map((worker) => worker.unregister()))
    return !('__pwClock' in globalThis)
  })
}
