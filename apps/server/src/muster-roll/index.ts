import { contract } from '@mshahara/contract'
import { area } from '../http/area.ts'
import { bind } from '../http/bind.ts'
import { faults, importMusterRoll, template, upload } from './import.ts'
import { copy, remove, save } from './save.ts'
import { get } from './sheet.ts'

export const musterRoll = area('muster-roll', {
  calls: bind(contract.musterRolls, { get, save, copy, remove, upload, faults, template }),
  jobs: [importMusterRoll],
  refusals: {
    muster_marks_casual: ['casual_id', 'This casual was not found.'],
    muster_marks_kept: [null, 'A day that has been paid can no longer be changed.'],
    muster_marks_day: [null, 'Somebody took these days off the roll just now. Please try again.'],
  },
})
