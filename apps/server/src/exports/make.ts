import type { contract } from '@mshahara/contract'
import type { ExportInput } from '@mshahara/contract/exports'
import type { JobDefinition } from '../core/job.ts'
import type { Staged } from '../http/bind.ts'
import type { PayrollRow } from '../payroll/index.ts'
import {
  type Background,
  newFile,
  type Ordered,
  type Produced,
  produceInJob,
  producing,
} from './produce.ts'
import { layOutRun, loadExportable, refuseReversed } from './run.ts'
import { countSlips, valuesOf } from './slips.ts'

type Exports = typeof contract.exports

/** Up to this many people a file is there with the answer; more go to the background. */
const withinRequest = 300
const done = 'Payroll successfully exported'

const aboutOf = ({ id }: PayrollRow, { type, extension }: ExportInput) => ({
  payroll_id: id,
  employee_id: null,
  type,
  extension,
  name: `${type}-${id}.${extension}`,
})

export const make: Staged<Exports['make'], Ordered, Produced> = {
  ...producing(done),
  async look(ctx, input) {
    const payroll = await loadExportable(ctx.tx, input.params.id)
    const asked = input.body()
    refuseReversed(payroll, asked.type)
    const about = aboutOf(payroll, asked)
    const count = await countSlips(ctx.tx, valuesOf(payroll.id, asked.filter))
    if (count <= withinRequest) {
      return { about, laid: await layOutRun(ctx.tx, payroll.id, asked) }
    }
    const file = newFile(asked.extension)
    const link = `/payroll/${payroll.id}`
    const data = { payroll_id: payroll.id, asked, about, file, message: done, link }
    return { job: 'exports.make', data, count }
  },
}

interface Asked extends Background {
  payroll_id: string
  asked: ExportInput
}

export const making: JobDefinition = {
  name: 'exports.make',
  work: (job, { payroll_id, asked, ...background }: Asked) =>
    produceInJob(job, background, async (tx) => {
      const count = await countSlips(tx, valuesOf(payroll_id, asked.filter))
      return layOutRun(tx, payroll_id, asked, (read) => job.progress(read, count))
    }),
}
