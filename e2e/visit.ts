import { expect, type Page } from './test.ts'

/**
 * Opens a screen as a link inside the application does, and waits until it is at rest. A page that
 * is not of the application yet, or shows this very screen already, is loaded.
 */
export async function visit(page: Page, address: string) {
  const left = new URL(page.url()).pathname
  if (await page.evaluate(follow, address)) await page.waitForFunction(hasArrived, left)
  else await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('main :is([aria-busy=true], [aria-label=Loading])')).toHaveCount(0)
}

/** In the browser: the router hears of every address that is pushed. */
function follow(address: string): boolean {
  // The sign-in page of a first visit has no router.
  if (!document.querySelector('#root h1') || document.querySelector('[data-door]')) return false
  if (new URL(address, location.href).pathname === location.pathname) return false
  for (const each of document.querySelectorAll('h1')) each.toggleAttribute('data-left', true)
  history.pushState(null, '', address)
  return true
}

/** What stood there has gone, unless one is led back to it. */
const hasArrived = (left: string) =>
  location.pathname === left || !document.querySelector('h1[data-left]')
