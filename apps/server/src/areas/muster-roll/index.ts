import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { faults, importMusterRoll, template, upload } from './import.ts'
import { copy, remove, save } from './save.ts'
import { say } from './sentences.ts'
import { get } from './sheet.ts'

export const musterRoll = area('muster-roll', {
  calls: bind(contract.musterRolls, { get, save, copy, remove, upload, faults, template }),
  jobs: [importMusterRoll],
  refusals: {
    muster_marks_casual: ['casual_id', say.casualNotFound],
    muster_marks_kept: [null, say.kept],
    muster_marks_day: [null, say.takenOff],
  },
})
