import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { byOwnName } from '../../foundation/http/storage.ts'
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
import { notifyOfClaims } from './leaving.ts'
import { folder, mayReadEvidence, repay, settlement, takeBack, writeOff } from './ledger.ts'
import { get, list, standing } from './read.ts'
import { remittances } from './remittances.ts'
import { requests } from './requests.ts'
import { say, sayToStaff } from './sentences.ts'
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
  jobs: [notifyOfClaims],
  waiting,
  home,
  files: { [folder]: { find: byOwnName(mayReadEvidence), papers: true } },
  refusals: {
    loans_one_pending: ['product_id', say.appliedAlready],
    loans_kept: [null, say.kept],
    loans_overpaid: [null, sayToStaff.moreThanOwed],
    loan_guarantors_once: ['employee_id', say.guarantorAlready],
    loan_entries_back_once: [null, sayToStaff.takenBack],
    loan_entries_fit: [null, sayToStaff.entryDoesNotFit],
    loan_entries_once: [null, sayToStaff.tookInstalment],
  },
})

export { insertLoan } from './apply.ts'
export { addSchedule } from './decide.ts'
export { type FringeLoan, fringeLoans } from './fringe.ts'
export { carriedIn, finalLoanIntake, heldEarlier, loanIntake } from './intake.ts'
export { loanToWire } from './read.ts'
export { owedOn } from './rows.ts'
export { workings } from './workings.ts'
