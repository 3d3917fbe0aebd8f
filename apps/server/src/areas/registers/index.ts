import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { compare } from './compare.ts'

/** What another system made of a month, beside what is made of it here. Nothing of it is kept. */
export const registers = area('registers', { calls: bind(contract.registers, { compare }) })
