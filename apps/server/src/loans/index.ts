import { contract } from '@mshahara/contract'
import { area } from '../http/area.ts'
import { bind } from '../http/bind.ts'
import { byOwnName } from '../http/storage.ts'
import { create, products, quote, withdraw } from './apply.ts'
import { approve, cancel, correctDay, reject } from './decide.ts'
import {
  addGuarantor,
  approveRequest,
  checkGuarantor,
  colleagues,
  rejectRequest,
} from './guarantors.ts'
import { home } from './home.ts'
import { tellClaims } from './leaving.ts'
import { folder, mayReadEvidence, repay, settlement, takeBack, writeOff } from './ledger.ts'
import { get, list, standing } from './read.ts'
import { remittances } from './remittances.ts'
import { requests } from './requests.ts'
import { changeSettings, settings } from './settings.ts'
import { waiting } from './waiting.ts'

export const loans = area('loans', {
  log: 'Loans',
  records: {
    loans: { kind: 'loan', name: "product || ' of ' || amount", of: 'employee_id' },
    loan_guarantors: { kind: 'guarantor request', name: "''", of: 'employee_id' },
    loan_entries: { kind: 'loan entry', name: "kind || ' of ' || amount" },
  },
  calls: bind(contract.loans, {
    list,
    get,
    create,
    products,
    quote,
    colleagues,
    checkGuarantor,
    addGuarantor,
    approve,
    reject,
    withdraw,
    correctDay,
    cancel,
    requests,
    approveRequest,
    rejectRequest,
    settlement,
    repay,
    takeBack,
    writeOff,
    standing,
    remittances,
    settings,
    changeSettings,
  }),
  jobs: [tellClaims],
  waiting,
  home,
  files: { [folder]: { find: byOwnName(mayReadEvidence), papers: true } },
  refusals: {
    loans_one_pending: ['product_id', 'You have already applied for this product.'],
    loans_kept: [null, 'A loan keeps what was agreed.'],
    loans_overpaid: [null, 'This is more than is owed. Please look at the loan again.'],
    loan_guarantors_once: ['employee_id', 'This employee is already a guarantor for this loan'],
    loan_entries_back_once: [null, 'This entry has already been taken back.'],
    loan_entries_fit: [null, 'This does not fit the loan as it is now. Please look at it again.'],
    loan_entries_once: [null, 'This payslip has already taken its instalment.'],
  },
})

export { insertLoan } from './apply.ts'
export { addSchedule } from './decide.ts'
export { carriedIn, loanIntake } from './intake.ts'
export { shownLoan } from './read.ts'
