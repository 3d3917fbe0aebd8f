import type { EmployeeFields } from '@mshahara/contract/employee-fields'
import {
  confirmedSubjects,
  type DetailSubject,
  type DetailValues,
  subjectFields,
} from '@mshahara/contract/my-details'
import type { EmployeeRow } from '../employees/index.ts'

/** What can be proposed, subject by subject: read from a record, compared, and put into words. */

export const subjects = Object.keys(subjectFields) as DetailSubject[]

export type Held = Record<DetailSubject, DetailValues>

export const heldOf = (row: EmployeeRow): Held => ({
  phone: { phone: row.phone },
  address: { address: row.address },
  kin: { name: row.kin_name, relationship: row.kin_relationship, phone: row.kin_phone },
  bank: { bank_name: row.bank_name, branch_name: row.branch_name, account_no: row.account_no },
  photo: { photo: row.avatar },
})

export const sameValues = (subject: DetailSubject, one: DetailValues, other: DetailValues) =>
  Object.keys(subjectFields[subject]).every(
    (field) => (one[field] ?? null) === (other[field] ?? null),
  )

/** What the employees' form would send. */
export function fieldsFor(subject: DetailSubject, after: DetailValues): Partial<EmployeeFields> {
  if (subject === 'photo') return {}
  const given = Object.fromEntries(
    Object.keys(subjectFields[subject]).map((field) => [field, after[field] ?? null]),
  )
  return (subject === 'kin' ? { kin: given } : given) as Partial<EmployeeFields>
}

export const isConfirmed = (subject: DetailSubject) => confirmedSubjects.includes(subject)

/** "0712 345 678" or "KCB, Moi Avenue, 1234"; a picture has no words. */
export const inWords = (subject: DetailSubject, values: DetailValues) =>
  subject === 'photo'
    ? ''
    : Object.keys(subjectFields[subject])
        .flatMap((field) => values[field] ?? [])
        .join(', ') || 'nothing'
