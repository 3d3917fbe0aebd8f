import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { batches, rows, takeBack } from './batches.ts'
import { faults, importOpening, template, upload } from './import.ts'
import { register } from './register.ts'
import { say } from './sentences.ts'

/** Pay of a year that another system paid (B34). */
export const opening = area('opening', {
  log: 'Opening Balances',
  records: {
    opening_batches: {
      kind: 'opening balances',
      name: `'of ' || year || ' from ' || array_to_string(sources, ', ')`,
    },
  },
  calls: bind(contract.openingBalances, {
    ...{ upload, faults, template, register, batches, rows, takeBack },
  }),
  jobs: [importOpening],
  refusals: {
    opening_pay_employee: [null, say.hasOpening],
    opening_pay_once: ['file', say.once],
    opening_pay_paid: ['file', say.paid],
    opening_pay_sums: ['file', say.sums],
    opening_batches_kept: [null, say.kept],
    payrolls_opened_elsewhere: [null, say.openedElsewhere],
  },
})

export {
  cardsOpened,
  hasOpened,
  type OpenedCard,
  type OpenedPerson,
  openedCount,
  openedIn,
  openedYears,
  paidElsewhere,
} from './cards.ts'
export { gapsOf, gapsTold, inSpans } from './gaps.ts'
export { inWords as openedInWords, type Opened, openedOfYears, spansOf } from './people.ts'
export { monthsIn as monthsOpened } from './rules.ts'
