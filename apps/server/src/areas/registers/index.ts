import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { compare } from './compare.ts'
import { outcome } from './outcomes.ts'

/** What another system made of a month, beside what is made of it here. No register is kept. */
export const registers = area('registers', {
  log: 'Registers',
  calls: bind(contract.registers, { compare, outcome }),
})
