import { contract } from '@mshahara/contract'
import { area } from '../http/area.ts'
import { bind, crossing } from '../http/bind.ts'
import { generate, payslipFileCalled } from './files.ts'
import { apply, colors, list, preview, templateImages } from './looks.ts'
import { email, mails, mirrorMail, resend } from './mails.ts'
import { get, html, last, ofEmployee } from './read.ts'
import { sendPayslips } from './sending.ts'
import { verify } from './verify.ts'
import { waiting } from './waiting.ts'

export const payslips = area('payslips', {
  calls: [
    ...bind(contract.payslips, {
      get,
      html,
      generate,
      email,
      verify: crossing(verify),
      ofEmployee,
      last,
      mails,
      resend,
    }),
    ...bind(contract.payslipTemplates, { list, preview, apply, colors }),
  ],
  jobs: [sendPayslips],
  waiting,
  files: { payslips: { find: payslipFileCalled, papers: true } },
  letters: mirrorMail,
  pages: templateImages,
})
