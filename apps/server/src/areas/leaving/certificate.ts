import type { contract } from '@mshahara/contract'
import { dayInWords } from '@mshahara/contract/months'
import { seatOf } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { fileName } from '../../foundation/core/file-name.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import { type Arrangement, row, rule, stack, text } from '../../foundation/paper/blocks.ts'
import { printOne } from '../../foundation/paper/printer.ts'
import { type Letterhead, letterheadOf, stationeryOf } from '../payslips/index.ts'
import { sayToStaff } from './sentences.ts'

/**
 * The certificate of service that everybody who leaves is to be given (Employment Act s. 51): who
 * employed whom, from when until when, as what and where. How they worked is not in it: the law
 * wants that only where they ask for it.
 */

interface Served {
  employee_no: string
  first_name: string
  middle_name: string | null
  last_name: string
  id_number: string
  employment_date: string
  termination_date: string | null
  designation: string | null
  station: string | null
  /** Days between leaving and coming back, where there were any. */
  away: { from: string; to: string }[]
}

interface Task {
  served: Served & { termination_date: string }
  head: Letterhead
  today: string
}

type Call = (typeof contract.leaving)['certificate']

const servedBy = (tx: Tx, id: string) =>
  tx.one<Served>`select e.employee_no, e.first_name, e.middle_name, e.last_name, e.id_number,
      e.employment_date, e.termination_date, g.name as designation, w.name as station,
      (select coalesce(json_agg(json_build_object('from', lower(a), 'to', upper(a) - 1) order by a),
        '[]') from unnest(e.away) a) as away
    from employees e
    left join designations g on g.id = e.designation_id
    left join work_stations w on w.id = e.work_station_id
    where e.id = ${id}`

export const certificate: Staged<Call, Task, { name: string; file: string }> = {
  async look({ tx, today }, { params }) {
    const served = await servedBy(tx, params.id)
    const last = served.termination_date
    if (last === null) fail(422, sayToStaff.noLastDay({ name: nameOf(served) }))
    if (last >= today) fail(422, sayToStaff.notYet({ name: nameOf(served), last }))
    return { served: { ...served, termination_date: last }, head: await letterheadOf(tx), today }
  },
  async make(outside, _, { served, head, today }) {
    const stationery = await stationeryOf(outside.files, head)
    const printable = {
      arrangement: certificateOf(served, head, { logo: stationery.logo !== null, today }),
      title: `Certificate of Service: ${nameOf(served)}`,
      author: head.issuer.name,
      made: `${today}T00:00:00Z`,
      verify: '',
    }
    const pdf = await printOne(stationery, printable, { organization_id: seatOf(outside) })
    const { last_name, employee_no } = served
    const name = fileName(['Certificate-of-Service', last_name, employee_no], 'pdf')
    return { name, file: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}` }
  },
  keep: async (_, __, printed) => printed,
}

const nameOf = ({ first_name, middle_name, last_name }: Served) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

function certificateOf(
  served: Task['served'],
  { issuer }: Letterhead,
  { logo, today }: { logo: boolean; today: string },
): Arrangement {
  const quiet = { ink: 'quiet' as const }
  const address = [issuer.address, issuer.phone, issuer.email].filter(Boolean).join(' · ')
  return {
    margin: 64,
    root: stack(
      22,
      row(
        16,
        [
          [84, logo && { kind: 'logo', height: 46, width: 84 }],
          [400, stack(2, text(issuer.name, 17, { bold: true }), text(address, 9, quiet))],
        ],
        { middle: true },
      ),
      rule(1.2),
      text('Certificate of Service', 20, { bold: true, ink: 'accent', level: 1 }),
      text(dayInWords(today), 11, quiet),
      text(
        `This is to certify that ${nameOf(served)}, ID number ${served.id_number}, was employed by ` +
          `${issuer.name} from ${dayInWords(served.employment_date)} to ` +
          `${dayInWords(served.termination_date)}${interruptions(served)}.`,
        12,
      ),
      factsOf(served, issuer),
      text('Given under section 51 of the Employment Act, 2007.', 10, quiet),
      signature(issuer.name),
    ),
  }
}

function interruptions({ away }: Served): string {
  if (away.length === 0) return ''
  const spans = away.map(({ from, to }) => `${dayInWords(from)} to ${dayInWords(to)}`)
  return `, except from ${spans.join(' and from ')}`
}

const factsOf = (served: Task['served'], issuer: Letterhead['issuer']) => ({
  kind: 'facts' as const,
  columns: 2,
  size: 11,
  look: 'above' as const,
  items: [
    ['Employer', issuer.name],
    ['Employee', nameOf(served)],
    ['Employment began', dayInWords(served.employment_date)],
    ['Employment ended', dayInWords(served.termination_date)],
    ['Nature of work', served.designation ?? byHand],
    ['Place of work', served.station ?? issuer.address ?? byHand],
    ['Employee No', served.employee_no],
  ] as [string, string][],
})

/** The law wants it there: what nobody has recorded is written by hand, as the signature is. */
const byHand = '_'.repeat(26)

const signature = (employer: string) =>
  stack(
    26,
    text(`For ${employer}`, 11),
    row(30, [
      [200, stack(4, text('_'.repeat(30), 11), text('Name and position', 9, { ink: 'quiet' }))],
      [200, stack(4, text('_'.repeat(30), 11), text('Signature and stamp', 9, { ink: 'quiet' }))],
    ]),
  )
