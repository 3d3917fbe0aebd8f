import type { Page } from './test.ts'

/** What it costs somebody to get something done, as the page hears it. */

const counted = ['pointerdown', 'keydown'] as const
type Counted = (typeof counted)[number]

/** From the next loading of the page on, over every later one. */
export async function countSteps(page: Page) {
  const heard: Record<Counted, number> = { pointerdown: 0, keydown: 0 }
  await page.exposeFunction('stepHeard', (what: Counted) => {
    heard[what] += 1
  })
  // A label's or a file field's own click follows a person's: only what the hand does counts.
  const listen = (what: Counted) =>
    `addEventListener('${what}', (event) => event.isTrusted && stepHeard('${what}'), true)`
  await page.addInitScript(counted.map(listen).join('\n'))
  return {
    begin: () => Object.assign(heard, { pointerdown: 0, keydown: 0 }),
    clicks: () => heard.pointerdown,
    keys: () => heard.keydown,
    tell: (walk: string) =>
      console.log(`${walk}: ${heard.pointerdown} clicks and ${heard.keydown} keys`),
  }
}
