import { contract } from '@mshahara/contract'
import { area } from '../http/area.ts'
import { bind } from '../http/bind.ts'
import { bankLayouts, changeBankLayout } from './bank-layouts.ts'
import { byproductCalled, byproducts } from './byproducts.ts'
import { exportJob, make } from './make.ts'
import { cardsJob, p9, years } from './p9.ts'

export const exports = area('exports', {
  log: 'Exports',
  records: { byproducts: { kind: 'file', name: 'name' } },
  calls: bind(contract.exports, {
    make,
    p9,
    years,
    byproducts,
    bankLayouts,
    changeBankLayout,
  }),
  jobs: [exportJob, cardsJob],
  files: { byproducts: { find: byproductCalled, papers: true } },
})
