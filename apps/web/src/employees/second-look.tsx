import { useDebouncedValue } from '@mantine/hooks'
import { employees } from '@mshahara/contract/employees'
import { useState } from 'react'
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
  'tos',
] as const

interface Looking extends Section {
  /** On its way to the server, and there. */
  busy: boolean
  saved: boolean
}

/**
 * What deserves a second look before the person is saved: somebody else's number, the bank. What
 * was sent is not asked about again: a new person would be found as their own double.
 */
export function useSecondLook({ form, employee, busy, saved }: Looking): Warnings {
  const may = useMay()(employees.check)
  const values = Object.fromEntries(checked.map((name) => [name, form.values[name] || null]))
  const [typed] = useDebouncedValue(JSON.stringify(values), pause_ms)
  const [sent, setSent] = useState('')
  if (busy && sent !== typed) setSent(typed)
  const { tos, ...numbers } = JSON.parse(typed)
  const body = { ...numbers, tos, id: employee?.id ?? null }
  const any = may && Object.values(numbers).some(Boolean)
  const enabled = any && !busy && !saved && sent !== typed
  const { data } = useRead(employees.check, { body }, { enabled, keep: true })
  if (!any) return {}
  return Object.fromEntries(
    (data ?? []).map(({ field, sentence }) => [
      field,
      <span key={field} role="status" className="warning">
        {sentence}
      </span>,
    ]),
  )
}
