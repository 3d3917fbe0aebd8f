import type { contract } from '@mshahara/contract'
import type { ExportInput } from '@mshahara/contract/exports'
import type { JobDefinition } from '../core/job.ts'
import type { Staged } from '../http/bind.ts'
import { type PayrollRow, refuse } from '../payroll/index.ts'
import { actOf, contentOf, countOf, loadExportable } from './run.ts'
import {
  type ExportOrder,
  type ExportResult,
  type JobData,
  newFile,
  stages,
  writeInJob,
} from './write.ts'

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

export const make: Staged<Exports['make'], ExportOrder, ExportResult> = {
  ...stages(done),
  async look(ctx, input) {
    const payroll = await loadExportable(ctx.tx, input.params.id, 'export')
    const asked = input.body()
    refuse(payroll, actOf(asked.type))
    const about = aboutOf(payroll, asked)
    const count = await countOf(ctx.tx, payroll.id, asked)
    if (count <= withinRequest) {
      return { about, content: await contentOf(ctx.tx, payroll.id, asked) }
    }
    const file = newFile(asked.extension)
    const link = `/payroll/${payroll.id}`
    const data = { payroll_id: payroll.id, asked, about, file, message: done, link }
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
  work: (job, { payroll_id, asked, ...data }: RunJobData) =>
    writeInJob(job, data, async (tx) => {
      const count = await countOf(tx, payroll_id, asked)
      return contentOf(tx, payroll_id, asked, (read) => job.progress(read, count))
    }),
}
