import type { contract } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import { me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fileName } from '../../foundation/core/file-name.ts'
import type { JobCtx, JobDefinition } from '../../foundation/core/job.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { type Printable, printBook } from '../../foundation/paper/printer.ts'
import { loadRun, ofEmployees, refuseAct } from '../../foundation/pay/runs.ts'
import { letterheadOf, paperOn, payslipName, slipsOf, stationeryOf } from '../payslips/index.ts'
import { inPortions, type NamedPaper, printedFor, zipOfPapers } from './pack.ts'
import { standing } from './standing.ts'
import { fileNews, type JobData, newFile, type Pack, packInJob, started } from './write.ts'

/** All payslips of a run for printing: one document, or an archive of single ones. */

const done = 'Payslips successfully exported'

export const payslips: Handler<(typeof contract.exports)['payslips']> = async (ctx, input) => {
  const payroll = await loadRun(ctx.tx, ofEmployees, input.params.id)
  const { extension } = input.body()
  refuseAct(payroll, 'issue')
  const { id } = payroll
  const { count } = await ctx.tx.one<{ count: number }>`
    select count(*) as count from payslips where payroll_id = ${id}`
  const file = newFile(extension)
  const data = { payroll_id: id, extension, file, message: done, link: `/payroll/${id}` }
  return started(ctx, await ctx.jobs.start(ctx.tx, 'exports.payslips', data, me(ctx), count))
}

interface PackData extends JobData {
  payroll_id: string
  extension: 'pdf' | 'zip'
}

export const payslipsJob: JobDefinition = {
  name: 'exports.payslips',
  byRequest: true,
  news: fileNews,
  work: (job, { payroll_id, extension, ...data }: PackData) =>
    packInJob(job, data, () => packOf(job, payroll_id, extension)),
}

async function packOf(job: JobCtx, payroll_id: string, extension: 'pdf' | 'zip'): Promise<Pack> {
  const { run, ids, total, seen, head } = await job.inOrg((tx) => looked(tx, payroll_id))
  const stationery = await stationeryOf(job.files, head)
  const { colors, logo, issuer } = stationery
  const named = async (part: string[]): Promise<NamedPaper[]> => {
    const slips = await job.inOrg((tx) => slipsOf(tx, part))
    return slips.map((slip) => ({
      name: payslipName(slip, slip.person.employee_no),
      paper: paperOn(stationery, slip, job.config.publicUrl),
    }))
  }
  const { month, year } = monthAndYear(run.month)
  const bare = (part: string[]): Promise<Printable[]> =>
    named(part).then((papers) => papers.map(({ paper }) => paper))
  const book = {
    colors,
    logo,
    title: `Payslips ${month} ${year}`,
    author: issuer.name,
    made: run.confirmed_at ?? '',
  }
  const pieces =
    extension === 'pdf'
      ? printBook(book, inPortions(job, ids, bare), printedFor(job))
      : zipOfPapers(job, { colors, logo }, ids, named)
  const about = {
    employee_id: null,
    type: 'payslips',
    extension,
    name: fileName(['Payslips', month, year, run.code], extension),
    known_as: `payslips-${payroll_id}.${extension}`,
  }
  return { about, seen, pieces, tally: { rows: ids.length, total } }
}

/** In the order of the staff list, as the run shows them. */
async function looked(tx: Tx, payroll_id: string) {
  const seen = await standing(tx, { payroll_id, period: null }, false)
  const run = await loadRun(tx, ofEmployees, payroll_id)
  refuseAct(run, 'issue')
  const rows = await tx.all<{ id: string; net: string }>`
    select s.id, s.net from payslips s join employees e on e.id = s.employee_id
    where s.payroll_id = ${payroll_id} order by e.number`
  const total = rows.reduce((sum, { net }) => sum + centsOf(net), 0)
  return { run, seen, total, ids: rows.map(({ id }) => id), head: await letterheadOf(tx) }
}
