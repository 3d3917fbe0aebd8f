import type { PayBy } from '@mshahara/contract/employee-fields'
import { joined, raw, type Sql, sql } from '../../foundation/core/sql.ts'
import { jsonFields, payMonth } from '../../foundation/pay/intake.ts'
import type { EmployeeRun } from '../../foundation/pay/runs.ts'
import { contractedOut } from '../pensions/index.ts'
import { intakesOf } from './intakes.ts'
import { type EarlierInMonth, earlierInMonth } from './month-so-far.ts'

/**
 * Everything a payslip is made from, read in one query whatever the number of people. The
 * same query tells later whether anything has changed since: its digest is kept with the figures.
 */

export interface Person {
  employee_no: string
  first_name: string
  middle_name: string | null
  last_name: string
  id_number: string
  email: string | null
  phone: string | null
  pin_no: string | null
  nssf_no: string | null
  nhif_no: string | null
  bank_name: string | null
  branch_name: string | null
  bank_code: string | null
  branch_code: string | null
  account_no: string | null
  tos: string
  department: string | null
  designation: string | null
  station: string | null
  employment_date: string
  termination_date: string | null
  disability: boolean
  disability_certificate_no: string | null
  disability_certificate_expiry: string | null
  resident: boolean
  primary_employment: boolean
  dob: string | null
  nssf_tier2_contracted_out: boolean
  nssf_continues: boolean
  vat_registered: boolean
  /** Null on payslips from before there was a choice. */
  pay_by: PayBy | null
  email_payslip: boolean
}

/** The intakes' values stand beside these, each under its name. */
export interface Source extends Record<string, unknown> {
  person: Person
  switches: { paye: boolean; nhif: boolean; nssf: boolean; housing: boolean; nita: boolean }
  settings: {
    withhold: boolean
    shif_rounding: 'cent' | 'shilling'
    paye_rounding: 'cent' | 'shilling'
  }
}

export interface SourceRow {
  id: string
  employee_id: string
  digest: string | null
  now_digest: string
  waiting: boolean
  source: Source
  /** Of intakes that mostly say nothing: those that do. */
  sparse: Record<string, unknown> | null
  /** What the month's other payslips of the person took; null where there are none. */
  earlier: EarlierInMonth | null
  department_id: string | null
  designation_id: string | null
  work_station_id: string | null
}

const person = (run: Drafted) => sql`${whoever},
    'nssf_tier2_contracted_out', e.nssf_tier2_contracted_out or ${inScheme(run)}, ${rest}`
/** Beside the month's own payslip, where that is confirmed, tier II went where it says. */
const inScheme = ({ kind, month }: Drafted): Sql =>
  kind === 'monthly'
    ? contractedOut(month)
    : sql`coalesce((select (o.person ->> 'nssf_tier2_contracted_out')::boolean
        and o.input ? 'pensions' from payslips o where o.organization_id = e.organization_id
          and o.employee_id = e.id and o.month = ${month} and o.frozen and not o.void
          and not o.extra), ${contractedOut(month)})`
const whoever = jsonFields(
  'e',
  `employee_no first_name middle_name last_name id_number email phone pin_no nssf_no nhif_no
   bank_name branch_name bank_code branch_code account_no tos employment_date termination_date
   disability disability_certificate_no disability_certificate_expiry resident primary_employment
   dob`,
)
const rest = jsonFields('e', 'nssf_continues vat_registered email_payslip pay_by')
/** What a run is asked for: which month, and what it takes in. */
export type Drafted = Pick<EmployeeRun, 'kind' | 'month'>

const listed = (kind: Drafted['kind'], sparse: boolean) =>
  intakesOf(kind).filter((intake) => Boolean(intake.sparse) === sparse)

const valuesOf = ({ kind }: Drafted) =>
  raw(
    listed(kind, false)
      .map(({ name }) => `'${name}', "${name}".value`)
      .join(', '),
  )

/** What is not part of the document where it says nothing; null where none does. */
const sparseOf = ({ kind }: Drafted) => {
  const names = listed(kind, true).map(({ name }) => name)
  const values = names.map((name) => `'${name}', "${name}".value`)
  return raw(
    names.length === 0
      ? 'null::json'
      : `case when num_nonnulls(${names.map((name) => `"${name}".value`).join(', ')}) > 0
        then json_build_object(${values.join(', ')}) end`,
  )
}

/** For the digest: without what says nothing and was not there when older drafts were made. */
const saidOf = (run: Drafted) =>
  listed(run.kind, true)
    .filter(({ sparse }) => sparse === 'unsaid')
    .reduce(
      (said, { name }) => sql`replace(${said}, ${raw(`', "${name}" : null'`)}, '')`,
      sql`coalesce(${sparseOf(run)}::text, '')`,
    )

/** Something is due that the payslip has not claimed. */
const isWaiting = ({ kind }: Drafted) =>
  raw(
    intakesOf(kind)
      .filter(({ claim }) => claim)
      .map(({ name }) => `coalesce(("${name}".value ->> 'waiting')::int > 0, false)`)
      .join(' or ') || 'false',
  )

/**
 * Of the payslips `which` names. What must be claimed counts when it is the payslip's own. Each
 * person is looked up by key: of a fresh run the planner takes a thousand for a few.
 */
export const sourceQuery = (which: Sql, run: Drafted): Sql =>
  sourceOf(sql`select id, employee_id, digest from payslips where ${which}`, run)

/** Of payslips that are there, or that might be: `wanted` has their id, employee and digest. */
export function sourceOf(wanted: Sql, run: Drafted): Sql {
  const period = payMonth(run.month)
  const joins = intakesOf(run.kind).map(
    ({ name, source }) => sql`left join lateral (${source(period)}) ${raw(`"${name}"`)} on true`,
  )
  return sql`
  with wanted as (${wanted})
  select wanted.id, wanted.employee_id, wanted.digest, found.source, ${sparseOf(run)} as sparse,
    md5(found.source::text || ${saidOf(run)}
      || coalesce(earlier.value::text, '')) as now_digest,
    ${isWaiting(run)} as waiting, earlier.value as earlier, e.department_id,
    e.designation_id, e.work_station_id
  from wanted
  cross join lateral (select * from employees
    where organization_id = app_org() and id = wanted.employee_id limit 1) e
  left join departments d on (d.organization_id, d.id) = (e.organization_id, e.department_id)
  left join designations g on (g.organization_id, g.id) = (e.organization_id, e.designation_id)
  left join work_stations w on (w.organization_id, w.id) = (e.organization_id, e.work_station_id)
  join organizations o on o.id = app_org()
  join payroll_settings p on p.organization_id = o.id
  ${joined(joins, '\n  ')}
  left join lateral (${earlierInMonth(run.month)}) earlier on true
  cross join lateral (select json_build_object(
    'person', json_build_object(${person(run)}, 'department', d.name, 'designation', g.name,
      'station', w.name),
    'switches', json_build_object('paye', e.paye and o.paye, 'nhif', e.nhif and o.nhif,
      'nssf', e.nssf and o.nssf, 'housing', e.housing and o.housing, 'nita', e.nita and o.nita),
    'settings', json_build_object('withhold', p.withhold_consultants,
      'shif_rounding', p.shif_rounding, 'paye_rounding', p.paye_rounding),
    ${valuesOf(run)}) as source) found`
}
