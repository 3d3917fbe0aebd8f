import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { bankFileFormat } from './bank-file-format.ts'
import { byproductCalled, byproducts, notUsed } from './byproducts.ts'
import { statement } from './loan-statement.ts'
import { exportJob, make } from './make.ts'
import { list } from './month-returns.ts'
import { bankLayouts, changeBankLayout } from './own-layouts.ts'
import { cardPapersJob, cardsJob, p9, years } from './p9.ts'
import { mailCards, mailCardsJob, mirrorMail } from './p9-mails.ts'
import { payslips, payslipsJob } from './payslip-pack.ts'
import { make as makeReturn, returnsJob } from './return-files.ts'
import { sayToStaff } from './sentences.ts'
import { waiting } from './waiting.ts'

export const exports = area('exports', {
  log: 'Exports',
  records: { byproducts: { kind: 'file', name: 'name' } },
  calls: [
    ...bind(contract.exports, {
      make,
      p9,
      mailCards,
      payslips,
      years,
      byproducts,
      bankFileFormat,
      notUsed,
      bankLayouts,
      changeBankLayout,
    }),
    ...bind(contract.returns, { list, make: makeReturn }),
    ...bind(contract.loanStatements, { file: statement }),
  ],
  jobs: [exportJob, cardsJob, cardPapersJob, mailCardsJob, payslipsJob, returnsJob],
  letters: mirrorMail,
  waiting,
  files: { byproducts: { find: byproductCalled, papers: true } },
  refusals: {
    byproducts_of_confirmed: [null, sayToStaff.ofConfirmed],
    byproducts_of_the_month: [null, sayToStaff.ofTheMonth],
  },
})

export {
  dueFor,
  type MonthRow,
  monthsDeclared,
  type Prepared,
  returnsAtAGlance,
  returnsOf,
} from './month-returns.ts'
export { wasDeducted } from './other-lines.ts'
export { freedOf, namesOf } from './released-for-payment.ts'
export { remittanceKey } from './remittances.ts'
export { isHelb } from './returns.ts'
