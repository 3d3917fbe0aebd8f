import { contract } from '@mshahara/contract'
import { area } from '../http/area.ts'
import { bind } from '../http/bind.ts'
import { bankLayouts, changeBankLayout } from './bank-layouts.ts'
import { produced, producedFileCalled } from './kept.ts'
import { make, making } from './make.ts'
import { makingCards, p9, years } from './p9.ts'

export const exports = area('exports', {
  calls: bind(contract.exports, {
    make,
    p9,
    years,
    produced,
    bankLayouts,
    changeBankLayout,
  }),
  jobs: [making, makingCards],
  files: { byproducts: { find: producedFileCalled, papers: true } },
})
