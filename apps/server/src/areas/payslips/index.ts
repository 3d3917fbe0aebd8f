import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { generate, payslipFileCalled } from './files.ts'
import { apply, colors, list, preview, templateImages } from './looks.ts'
import { email, mails, mirrorMail, recipients, resend } from './mails.ts'
import { notifyReversed } from './news.ts'
import { paidNews } from './paid.ts'
import { get, html, last, ofEmployee } from './read.ts'
import { sendPayslips } from './sending.ts'
import { verify, verifyNet } from './verify.ts'
import { waiting } from './waiting.ts'

export const payslips = area('payslips', {
  calls: [
    ...bind(contract.payslips, {
      get,
      html,
      generate,
      email,
      verify: crossing(verify),
      verifyNet: crossing(verifyNet),
      ofEmployee,
      last,
      mails,
      recipients,
      resend,
    }),
    ...bind(contract.payslipTemplates, { list, preview, apply, colors }),
  ],
  jobs: [sendPayslips, notifyReversed],
  pollers: (services) => [paidNews(services)],
  waiting,
  files: { payslips: { find: payslipFileCalled, papers: true } },
  letters: mirrorMail,
  pages: templateImages,
})

export { amount } from './content.ts'
export { payslipName } from './files.ts'
export { dear, languagesOf, looksWrong, opensWith } from './letters.ts'
export { outgoing } from './mails.ts'
export { locked, paperOn } from './paper.ts'
export { paidOut, slipsOf } from './slips.ts'
export { type Letterhead, letterheadOf, stationeryOf } from './stationery.ts'
