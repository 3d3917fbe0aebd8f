import type { Extension } from '@mshahara/contract/exports'
import { healthName } from '@mshahara/engine/figures'
import { basesOf } from '@mshahara/engine/payslip'
import { lawOf } from '@mshahara/engine/statutory/index'
import { billedPay } from '@mshahara/engine/statutory/nssf'
import { arrearsOn, type LawfulSlip, nameOf } from '../payroll/index.ts'
import { isConsultant, type Period, type Plan } from './plan.ts'
import { sayToStaff } from './sentences.ts'

/**
 * Statutory by-products. Columns: SHA and NSSF employer portals (templates of 2022 to 2026), the
 * NHIF by-product of its site, iTax P10 sheets M and M1, HELB's schedule.
 */

/** Consultants are in none of these files (B10); any who had a deduction are listed. */
const besides = (amount: (slip: LawfulSlip) => number) => (slip: LawfulSlip) =>
  isConsultant(slip) && amount(slip) > 0
    ? 'Consultants are not part of this file. Please declare them yourself.'
    : undefined

const listed = (amount: (slip: LawfulSlip) => number) => (slip: LawfulSlip) =>
  !isConsultant(slip) && amount(slip) > 0

/** Passport numbers contain letters; other documents are rare, and the file can be edited. */
const identityType = (id_number: string) =>
  /^\d+$/.test(id_number) ? 'National ID' : 'Passport Number'

export function health(run: Period): Plan {
  return healthName(run.month) === 'SHIF' ? shif() : nhif(run)
}

const healthOf = ({ health: amount }: LawfulSlip) => amount

function shif(): Plan {
  return {
    needs: [],
    amount: healthOf,
    leftOut: besides(healthOf),
    lacks: ({ person }) => (person.nhif_no ? undefined : 'No SHA number: SHA will refuse the row.'),
    nobody: sayToStaff.nobodyShif,
    parts: [
      {
        sheet: 'SHIF',
        headings: [
          'PAYROLL NUMBER',
          'FIRSTNAME',
          'LASTNAME',
          'IDENTITY TYPE',
          'ID NO',
          'KRA PIN',
          'NHIF NO',
          'CONTRIBUTION AMOUNT',
          'PHONE',
        ],
        lists: listed(healthOf),
        row: ({ person, health: amount }) => [
          person.employee_no,
          person.first_name,
          person.last_name,
          identityType(person.id_number),
          person.id_number,
          person.pin_no,
          person.nhif_no,
          amount,
          person.phone,
        ],
      },
    ],
  }
}

function nhif({ organization, month }: Period): Plan {
  return {
    needs: [],
    amount: healthOf,
    leftOut: besides(healthOf),
    lacks: ({ person }) =>
      person.nhif_no ? undefined : 'No NHIF number: NHIF will refuse the row.',
    nobody: sayToStaff.nobodyNhif,
    parts: [
      {
        sheet: 'NHIF',
        top: [
          ['EMPLOYER CODE', organization.nhif_no],
          ['EMPLOYER NAME', organization.name],
          ['MONTH OF CONTRIBUTION', month],
        ],
        headings: ['PAYROLL NO', 'LAST NAME', 'FIRST NAME', 'ID NO', 'NHIF NO', 'AMOUNT'],
        lists: listed(healthOf),
        row: ({ person, health: amount }) => [
          person.employee_no,
          person.last_name,
          person.first_name,
          person.id_number,
          person.nhif_no,
          amount,
        ],
        total: { word: 'TOTAL', at: 4 },
      },
    ],
  }
}

/**
 * The portal works the contribution out itself, from the pay it is due on. Where tier II goes to
 * the employer's scheme, that is the pay of tier I (docs/decisions/015-tier-two-contracted-out.md).
 */
function nssfPay({ law, input, month }: LawfulSlip): number {
  const cash = law.grossTaxable - law.taxableNonCash - law.taxableMeals - law.housingBenefit
  const pay = cash - basesOf(input).taxedDues
  return billedPay(lawOf(month).nssf, pay, input.options?.nssfTier2 !== false)
}

const nssfOfArrears =
  'NSSF of arrears is of earlier months: the portal works out this month alone. Please declare it there.'

/** Both shares: what is paid over. */
export function nssf(): Plan {
  const amount = ({ nssf: own, nssf_employer }: LawfulSlip) => own + nssf_employer
  return {
    needs: ['input'],
    amount,
    leftOut: besides(amount),
    lacks: (slip) => [
      ...(slip.person.nssf_no ? [] : ['No NSSF number: NSSF will refuse the row.']),
      ...(arrearsOn(slip).some(({ law }) => law.nssfEmployee) ? [nssfOfArrears] : []),
    ],
    nobody: sayToStaff.nobodyNssf,
    parts: [
      {
        sheet: 'NSSF',
        headings: [
          'PAYROLL NUMBER',
          'SURNAME',
          'OTHER NAMES',
          'ID NO',
          'KRA PIN',
          'NSSF NO',
          'GROSS PAY',
          'VOLUNTARY',
        ],
        lists: listed(amount),
        row: (slip) => [
          slip.person.employee_no,
          slip.person.last_name,
          [slip.person.first_name, slip.person.middle_name].filter(Boolean).join(' '),
          slip.person.id_number,
          slip.person.pin_no,
          slip.person.nssf_no,
          nssfPay(slip),
          0,
        ],
      },
    ],
  }
}

/** What the levy is due on, of the month and of the arrears that were paid with it. */
const leviedPay = (slip: LawfulSlip): number =>
  arrearsOn(slip).reduce(
    (sum, { law }) => (law.ahlEmployee ? sum + (law.regularCash ?? 0) : sum),
    slip.law.regularCash,
  )

/**
 * P10 sheet M. The import takes the first four columns without headings and works out the rest, so
 * the fourth is the pay that the levy is due on; the Excel file shows what comes of it.
 */
export function housingLevy(extension: Extension): Plan {
  const amount = ({ housing, housing_employer }: LawfulSlip) => housing + housing_employer
  const whole = extension === 'xlsx'
  const headings = ['Member Number', 'Member Name', 'KRA PIN', 'Gross Salary']
  const shares = ['Member Contribution (A)', 'Employer Contribution (B)', 'Total']
  return {
    needs: ['input'],
    amount,
    leftOut: besides(amount),
    lacks: ({ person }) => (person.pin_no ? undefined : 'No KRA PIN: iTax will refuse the row.'),
    nobody: sayToStaff.nobodyHousing,
    imported: true,
    parts: [
      {
        sheet: 'M_Housing_Levy_Dtls',
        ...(whole ? { headings: [...headings, ...shares] } : {}),
        lists: listed(amount),
        row: (slip) => [
          slip.person.id_number,
          nameOf(slip.person),
          slip.person.pin_no,
          leviedPay(slip),
          ...(whole ? [slip.housing, slip.housing_employer, amount(slip)] : []),
        ],
      },
    ],
  }
}

/** The employer's schedule; iTax has had no sheet of its own for it since May 2023. */
export function nita(): Plan {
  const amount = ({ nita: levy }: LawfulSlip) => levy
  return {
    needs: [],
    amount,
    leftOut: besides(amount),
    nobody: sayToStaff.nobodyNita,
    parts: [
      {
        sheet: 'M1',
        headings: ['ID', 'Name', 'PIN', 'Amount'],
        lists: listed(amount),
        row: ({ person, nita: levy }) => [person.id_number, nameOf(person), person.pin_no, levy],
      },
    ],
  }
}

/** Deductions named HELB, whatever else their name says; a pension scheme of that name is none. */
export const isHelb = ({ kind, name }: { kind: string; name: string }) =>
  kind !== 'statutory' && kind !== 'pension' && /\bhelb\b/i.test(name)

const helbOf = ({ deductions }: Pick<LawfulSlip, 'deductions'>) =>
  deductions.reduce((sum, line) => (isHelb(line) ? sum + line.amount : sum), 0)

export function helb(): Plan {
  return {
    needs: ['deductions'],
    amount: helbOf,
    nobody: sayToStaff.nobodyHelb,
    parts: [
      {
        sheet: 'HELB',
        headings: ['ID NUMBER', 'FULL NAME', 'STAFF NUMBER', 'AMOUNT'],
        // Owed whoever it was taken from, consultants too.
        lists: (slip) => helbOf(slip) > 0,
        row: (slip) => [
          slip.person.id_number,
          nameOf(slip.person),
          slip.person.employee_no,
          helbOf(slip),
        ],
      },
    ],
  }
}
