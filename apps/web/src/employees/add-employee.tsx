import { employees } from '@mshahara/contract/employees'
import { Navigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useRead } from '../lib/api.ts'
import { useLimitReached } from '../lib/subscription.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { EmployeeForm } from './employee-form.tsx'

export default function AddEmployee() {
  const { data } = useRead(employees.nextNo)
  const full = useFullAtFirst()
  if (full) return <Navigate to="/upgrade" replace />
  return (
    <Page title="Add Employee">
      {data && full === false ? <EmployeeForm next={data.next} /> : <Waiting />}
    </Page>
  )
}

/** As it was on arrival: the last person allowed must not push their own form aside. */
function useFullAtFirst() {
  const full = useLimitReached()
  const first = useRef(full)
  first.current ??= full
  return first.current
}
