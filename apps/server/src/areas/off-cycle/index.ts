import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { amounts, save } from './amounts.ts'
import { add, create } from './create.ts'
import { formula } from './formula.ts'
import { people } from './people.ts'
import { sayToStaff } from './sentences.ts'

/** Payrolls beside the month's (B31): who is in them, and what they pay. All else is payroll's. */
export const offCycle = area('off-cycle', {
  calls: bind(contract.offCycle, { people, create, amounts, save, formula, add }),
  refusals: { off_cycle_draft: [null, sayToStaff.confirmed] },
})
