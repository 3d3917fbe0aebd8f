import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { faults, template, upload } from './import.ts'
import { preview } from './preview.ts'
import { save } from './save.ts'

/** New salaries for many people at once, with their arrears seen before (B5, B30). */
export const raises = area('raises', {
  calls: bind(contract.raises, { preview, save, upload, faults, template }),
})
