import { screens } from '../apps/web/src/routes.tsx'
import { expect, type Page } from './test.ts'
import { visit } from './visit.ts'

/**
 * Every screen of the list in routes.tsx, from a wide desk to a small phone and without a reload:
 * none is wider than its window, and no button is outside it.
 */

const widths = [1920, 1440, 1366, 1280, 1024, 768, 600, 390, 320]

/** These have nothing to look at: they end the session and lead elsewhere. */
const gone = ['/logout', '/employee-logout']
const seen = screens.filter(({ path }) => !gone.includes(path))
const pathsOf = (of: typeof screens) => of.map(({ path }) => path)
const isPlatform = ({ roles }: (typeof screens)[number]) => roles?.join() === 'super-admin'

/** Of somebody without an organisation. */
export const lonePath = '/create-organization'
export const publicPaths = pathsOf(seen.filter(({ audience }) => audience))
export const platformPaths = pathsOf(seen.filter(isPlatform))
/** All the others; an employee may open some of them. */
export const staffPaths = pathsOf(
  seen.filter((screen) => !screen.audience && !isPlatform(screen) && screen.path !== lonePath),
)

export type Ids = Record<string, string>

/** The address of a screen; one that needs an id nobody thought of is a fault of this test. */
export function addressOf(path: string, ids: Ids): string {
  const id = ids[path]
  if (path.includes('$') && !id) throw new Error(`Which record should ${path} show?`)
  return path.replace(/\$\w+/, id ?? '')
}

export async function fits(page: Page, address: string) {
  await page.setViewportSize({ width: widths[0] ?? 0, height: 900 })
  await visit(page, address)
  await staysWithin(page, address)
}

/** The screen that is open. */
export async function staysWithin(page: Page, address: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await page.evaluate(faults), `${address} at ${width} px`).toEqual([])
  }
}

/** In the browser, once it has drawn at the new width. */
async function faults(): Promise<string[]> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  for (let frames = 0; frames < 3; frames++) await frame()
  const beyond = document.documentElement.scrollWidth - innerWidth
  const scrolls = (box: Element | null): boolean =>
    box !== null &&
    ((/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) ||
      scrolls(box.parentElement))
  const cut = [...document.querySelectorAll('main button, main a[href], main input')].filter(
    (one) => {
      const { left, right, width } = one.getBoundingClientRect()
      if (width === 0 || (left >= 0 && right <= innerWidth + 0.5)) return false
      // What scrolls inside its own frame may be out of sight, but never the actions of a row.
      return one.closest('[data-actions]') !== null || !scrolls(one.parentElement)
    },
  )
  return [
    ...(beyond > 0 ? [`${beyond} px too wide`] : []),
    ...cut.map((one) => `cut off: ${one.getAttribute('aria-label') ?? one.textContent}`),
  ]
}
