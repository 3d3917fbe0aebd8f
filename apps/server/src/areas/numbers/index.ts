import { area } from '../../foundation/http/area.ts'
import { incomingTexts } from './incoming-texts.ts'
import { stopPage } from './stop-page.ts'

/** The owners of telephone numbers, who need no account to be left alone (docs/decisions/041). */
export const numbers = area('numbers', {
  calls: [],
  pages(app, services) {
    incomingTexts(app, services)
    stopPage(app, services)
  },
})
