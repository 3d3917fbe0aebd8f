import type { CasualFields } from '@mshahara/contract/casual-fields'
import type { Casual } from '@mshahara/contract/casuals'

/** What a field holds until it is filled in properly: a text, a choice still open, no amount. */
export type CasualValues = {
  [K in keyof Omit<CasualFields, 'termination_date'>]: CasualFields[K] extends number
    ? number | string
    : string | null
}

export const blank: CasualValues = {
  first_name: '',
  middle_name: '',
  last_name: '',
  id_number: '',
  phone: '',
  gender: null,
  dob: null,
  address: '',
  pay: '',
  pay_basis: 'day',
  piece: '',
  pay_by: 'mpesa',
  duty: '',
  employment_date: null,
  department_id: null,
  work_station_id: null,
  pin_no: '',
  nssf_no: '',
  nhif_no: '',
}

/** Texts that are not there are empty fields; choices that are not made stay open. */
export function valuesOf(casual: Casual): CasualValues {
  const names = Object.keys(blank) as (keyof CasualValues)[]
  const known = names.map((name) => [name, casual[name] ?? blank[name]])
  return Object.fromEntries(known) as CasualValues
}
