import { employees } from '@mshahara/contract/employees'
import { useRead } from '../lib/api.ts'
import { fullName } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { EmployeeForm } from './employee-form.tsx'
import { MissingEmployee } from './missing-employee.tsx'

export default function EditEmployee() {
  const id = useParam('id')
  const { data: employee, isPending } = useRead(employees.get, { params: { id } })
  return (
    <Page
      title="Edit Employee"
      tab={employee ? `Edit ${fullName(employee)}` : 'Edit Employee'}
      subtitle={employee ? fullName(employee) : ' '}
    >
      {isPending && <Waiting />}
      {!isPending && !employee && <MissingEmployee />}
      {employee && <EmployeeForm key={employee.id} employee={employee} />}
    </Page>
  )
}
