import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { create, get, of, preview, save } from './correct.ts'
import { sayToStaff } from './sentences.ts'

/** What a confirmed payslip should have paid, line by line (B31). All else is payroll's. */
export const corrections = area('corrections', {
  calls: bind(contract.corrections, { of, preview, create, get, save }),
  refusals: {
    correction_draft: [null, sayToStaff.confirmed],
    payslips_corrects_paid: [null, sayToStaff.notTheRight],
    payslips_corrected_once: [null, sayToStaff.atOnce],
  },
})
