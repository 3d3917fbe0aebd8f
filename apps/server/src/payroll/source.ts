import { inForceFirst } from '../employees/index.ts'

/**
 * Everything a payslip is made from, read set-wise in one query whatever the number of people. The
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
  nssf_tier2_contracted_out: boolean
  vat_registered: boolean
  email_payslip: boolean
}

/** Amounts are shillings, as JSON has them from the database. */
export interface Item {
  id: string
  name: string
  amount: number
  taxable: boolean
}

export interface Source {
  person: Person
  switches: { paye: boolean; nhif: boolean; nssf: boolean; housing: boolean; nita: boolean }
  settings: {
    withhold: boolean
    shif_rounding: 'cent' | 'shilling'
    paye_rounding: 'cent' | 'shilling'
  }
  salary: number | null
  allowances: (Item & { type: string })[] | null
  incomes: (Item & { one_off: boolean })[] | null
  deductions: (Item & { kind: string })[] | null
  revenues:
    | { id: string; name: string; period: string; amount: number; target: number; rate: number }[]
    | null
}

const fields = (table: string, names: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `'${name}', ${table}.${name}`)
    .join(', ')

const person = fields(
  'e',
  `employee_no first_name middle_name last_name id_number email phone pin_no nssf_no nhif_no
   bank_name branch_name bank_code branch_code account_no tos employment_date termination_date
   disability disability_certificate_no disability_certificate_expiry resident primary_employment
   nssf_tier2_contracted_out vat_registered email_payslip`,
)

/**
 * Items of one person as one list. Asked person by person inside the one query: a run has just been
 * made, so the planner knows nothing of its size, and this grows evenly whatever it guesses.
 */
const items = (table: string, columns: string, where = '') => `lateral (
  select json_agg(json_build_object(${fields('i', columns)}) order by i.created_at, i.id) as list
  from ${table} i where i.organization_id = e.organization_id and i.employee_id = e.id ${where})`

const touches = `and i."from" <= $2::date and (i."to" is null or i."to" >= $1::date)`

/**
 * Parameters: first day of the month, last day, the month, and what \`which\` refers to. Revenues
 * count when they are the payslip's own: see \`claimRevenues\`.
 */
export const sourceQuery = (which: string) => `
  with wanted as (select id, employee_id, digest from payslips where ${which})
  select wanted.id, wanted.employee_id, wanted.digest, found.source,
    md5(found.source::text) as now_digest,
    e.department_id, e.designation_id, e.work_station_id
  from wanted
  join employees e on e.id = wanted.employee_id
  left join departments d on (d.organization_id, d.id) = (e.organization_id, e.department_id)
  left join designations g on (g.organization_id, g.id) = (e.organization_id, e.designation_id)
  left join work_stations w on (w.organization_id, w.id) = (e.organization_id, e.work_station_id)
  join organizations o on o.id = app_org()
  join payroll_settings p on p.organization_id = o.id
  left join lateral (
    select s.amount from salaries s where s.employee_id = e.id
      and s.organization_id = e.organization_id
    order by ${inForceFirst('$3')} limit 1) salary on true
  left join ${items('allowances', 'id name amount taxable type')} a on true
  left join ${items('recur_incomes', 'id name amount taxable one_off', touches)} c on true
  left join ${items('recur_deductions', 'id name amount taxable kind', touches)} x on true
  left join lateral (
    select json_agg(json_build_object('id', r.id, 'name', r.display_name,
      ${fields('r', 'period amount target rate')}) order by r.period, r.id) as list
    from employee_revenues r
    where r.organization_id = e.organization_id and r.payslip_id = wanted.id) v on true
  cross join lateral (select json_build_object(
    'person', json_build_object(${person}, 'department', d.name, 'designation', g.name,
      'station', w.name),
    'switches', json_build_object('paye', e.paye and o.paye, 'nhif', e.nhif and o.nhif,
      'nssf', e.nssf and o.nssf, 'housing', e.housing and o.housing, 'nita', e.nita and o.nita),
    'settings', json_build_object('withhold', p.withhold_consultants,
      'shif_rounding', p.shif_rounding, 'paye_rounding', p.paye_rounding),
    'salary', salary.amount, 'allowances', a.list, 'incomes', c.list, 'deductions', x.list,
    'revenues', v.list) as source) found`

export interface SourceRow {
  id: string
  employee_id: string
  digest: string | null
  now_digest: string
  source: Source
  department_id: string | null
  designation_id: string | null
  work_station_id: string | null
}
