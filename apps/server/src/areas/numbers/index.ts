import { area } from '../../foundation/http/area.ts'
import { heardTexts } from './heard.ts'
import { stopPage } from './stop-page.ts'

/** The owners of telephone numbers, who need no account to be left alone (docs/decisions/041). */
export const numbers = area('numbers', {
  calls: [],
  pages(app, house) {
    heardTexts(app, house)
    stopPage(app, house)
  },
})
