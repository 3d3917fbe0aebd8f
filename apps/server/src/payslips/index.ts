import { contract } from '@mshahara/contract'
import { bind, crossing } from '../http/bind.ts'
import { generate } from './files.ts'
import { apply, colors, list, preview } from './looks.ts'
import { email, mails, resend } from './mails.ts'
import { get, html, last, ofEmployee } from './read.ts'
import { verify } from './verify.ts'

export const payslips = [
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
]

export { payslipFileCalled } from './files.ts'
export { templateImages } from './looks.ts'
export { mirrorMail } from './mails.ts'
export { sendPayslips } from './sending.ts'
