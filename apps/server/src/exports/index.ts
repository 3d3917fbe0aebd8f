import { contract } from '@mshahara/contract'
import { bind } from '../http/bind.ts'
import { bankLayouts, changeBankLayout } from './bank-layouts.ts'
import { produced } from './kept.ts'
import { make } from './make.ts'
import { p9, years } from './p9.ts'

export const exports = bind(contract.exports, {
  make,
  p9,
  years,
  produced,
  bankLayouts,
  changeBankLayout,
})

export { producedFileCalled } from './kept.ts'
export { making } from './make.ts'
export { makingCards } from './p9.ts'
