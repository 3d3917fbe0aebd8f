import { employees } from '@mshahara/contract/employees'
import { useRead } from '../lib/api.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { EmployeeForm } from './employee-form.tsx'

export default function AddEmployee() {
  const { data } = useRead(employees.nextNo)
  return (
    <Page title="Add Employee" back>
      {data ? <EmployeeForm next={data.next} /> : <Waiting />}
    </Page>
  )
}
