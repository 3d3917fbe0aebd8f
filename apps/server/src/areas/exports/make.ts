import type { contract } from '@mshahara/contract'
import { actOf, type ExportInput, permissionFor } from '@mshahara/contract/exports'
import { holds } from '../../foundation/core/ctx.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { JobDefinition } from '../../foundation/core/job.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import { loadRun, ofEmployees } from '../../foundation/pay/runs.ts'
import { countOf, draughtOf, loadExportable } from './run.ts'
import { sayToStaff } from './sentences.ts'
import {
  type ExportOrder,
  type ExportResult,
  fileNews,
  type JobData,
  newFile,
  stages,
  writeInJob,
} from './write.ts'

type Exports = typeof contract.exports

/** Up to this many people a file is there with the answer; more go to the background. */
const withinRequest = 300
const done = 'Payroll successfully exported'

export const make: Staged<Exports['make'], ExportOrder, ExportResult> = {
  ...stages(done),
  async look(ctx, input) {
    const { id } = await loadRun(ctx.tx, ofEmployees, input.params.id)
    const asked = input.body()
    if (!holds(ctx, permissionFor(asked.type))) {
      fail(403, sayToStaff.forApprovers)
    }
    await loadExportable(ctx.tx, id, actOf(asked.type))
    const count = await countOf(ctx.tx, id, asked)
    if (count <= withinRequest) return draughtOf(ctx.tx, id, asked)
    const file = newFile(asked.extension)
    const data = { payroll_id: id, asked, file, message: done, link: `/payroll/${id}` }
    return { job: 'exports.make', data, count }
  },
}

interface RunJobData extends JobData {
  payroll_id: string
  asked: ExportInput
}

export const exportJob: JobDefinition = {
  name: 'exports.make',
  byRequest: true,
  news: fileNews,
  work: (job, { payroll_id, asked, ...data }: RunJobData) =>
    writeInJob(job, data, async (tx) => {
      const count = await countOf(tx, payroll_id, asked)
      return draughtOf(tx, payroll_id, asked, (read) => job.progress(read, count))
    }),
}
