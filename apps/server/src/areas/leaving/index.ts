import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { certificate } from './certificate.ts'
import { dues } from './dues.ts'

/** What somebody who leaves is given, and owes. */
export const leaving = area('leaving', {
  calls: bind(contract.leaving, { dues, certificate }),
})
