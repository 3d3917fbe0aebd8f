import { useDebouncedValue } from '@mantine/hooks'
import { employees } from '@mshahara/contract/employees'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import type { Warnings } from '../ui/bank-fields.tsx'
import type { Section } from './form-values.ts'

/** Once somebody stops typing. */
const pause_ms = 500

const checked = [
  'pin_no',
  'nssf_no',
  'nhif_no',
  'phone',
  'bank_name',
  'branch_name',
  'account_no',
] as const

/** What deserves a second look before the person is saved: somebody else's number, the bank. */
export function useSecondLook({ form, employee }: Section): Warnings {
  const may = useMay()(employees.check)
  const values = Object.fromEntries(checked.map((name) => [name, form.values[name] || null]))
  const [typed] = useDebouncedValue(JSON.stringify(values), pause_ms)
  const body = { ...JSON.parse(typed), id: employee?.id ?? null }
  const enabled = may && Object.values(JSON.parse(typed)).some(Boolean)
  const { data } = useRead(employees.check, { body }, { enabled, keep: true })
  if (!enabled) return {}
  return Object.fromEntries(
    (data ?? []).map(({ field, sentence }) => [
      field,
      <span key={field} role="status" className="warning">
        {sentence}
      </span>,
    ]),
  )
}
