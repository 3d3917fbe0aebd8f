import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from './test.ts'
import { visit } from './visit.ts'

const wide = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }
const schemes = ['light', 'dark'] as const
const grave = ['serious', 'critical']
/** What a second look in other colours can find: all else is the same page. */
const byColor = ['color-contrast', 'link-in-text-block']

/** Opens a screen and waits until it is at rest. */
export async function open(page: Page, path: string) {
  await visit(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Wide and on a phone, light and dark: no serious barrier for people with impaired sight. */
export async function check(page: Page, screen: string, sizes = [wide, phone]) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      await dress(page, colorScheme)
      const found = await violations(page, colorScheme === schemes[0] ? undefined : byColor)
      expect.soft(found, `${screen}, ${size.width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.setViewportSize(wide)
}

async function dress(page: Page, colorScheme: (typeof schemes)[number]) {
  await page.emulateMedia({ colorScheme })
  const html = page.locator('html')
  const name = 'data-mantine-color-scheme'
  // The outbox has one colour scheme only.
  if (await html.getAttribute(name)) await expect(html).toHaveAttribute(name, colorScheme)
  // A list that is being asked for again is pale until it is answered.
  await expect(page.locator('[data-stale="true"]')).toHaveCount(0)
  await page.evaluate(atRest)
}

/** Colours that are still fading in have too little contrast. */
async function atRest() {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Half a megabyte of script is injected once per page, not once per check.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? 'void 0' : undefined
  const { violations } = await new AxeBuilder({ page, axeSource })
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
    // No frames of other sites here, so no second page is needed to put results together.
    .setLegacyMode()
    .analyze()
  return violations
    .filter(({ impact }) => grave.includes(impact ?? ''))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
