import { groupsOf, type Line, linksOf } from '../apps/web/src/shell/expected-menus.ts'
import { expect, type Page } from './test.ts'

export { menus, paidMenus, platform } from '../apps/web/src/shell/expected-menus.ts'

export const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

/** Exactly these links, with no group unfolded but those named. */
export const seesMenu = (page: Page, menu: Line[], ...unfolded: string[]) =>
  expect(mainMenu(page).getByRole('link')).toHaveText(linksOf(menu, unfolded))

/** Unfolds every group, and finds exactly the links of this menu. */
export async function seesWholeMenu(page: Page, menu: Line[]) {
  await seesMenu(page, menu)
  const folded = mainMenu(page).getByRole('button', { expanded: false })
  await expect(folded).toHaveText(groupsOf(menu))
  for (let left = groupsOf(menu).length; left > 0; left--) {
    await folded.first().click()
    await expect(folded).toHaveCount(left - 1)
  }
  await seesMenu(page, menu, ...groupsOf(menu))
}
