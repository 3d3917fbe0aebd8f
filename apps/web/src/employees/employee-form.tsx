import { Button, Group, Stack } from '@mantine/core'
import { type Employee, employees } from '@mshahara/contract/employees'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCallForm } from '../lib/form.ts'
import { useBack } from '../lib/place.ts'
import { useMay } from '../lib/session.ts'
import { toast, warn } from '../lib/toast.tsx'
import { putAside, useStart } from '../lib/unfinished.ts'
import { askIfUnusual } from '../ui/unusual.ts'
import { arrearsTold } from './arrears.tsx'
import { Employment } from './employment-fields.tsx'
import { Financial, TaxDetails } from './financial-fields.tsx'
import { blank, type EmployeeValues, valuesOf } from './form-values.ts'
import { Kin, Personal } from './personal-fields.tsx'
import { useSecondLook } from './second-look.tsx'
import { Work } from './work-fields.tsx'

type Saving = typeof employees.create | typeof employees.update
type Props = { employee: Employee; next?: undefined } | { employee?: undefined; next: string }

const unitFields = ['department_id', 'designation_id', 'work_station_id'] as const

export function EmployeeForm({ employee, next }: Props) {
  const navigate = useNavigate()
  const back = useBack()
  const may = useMay()
  const path = employee ? `/edit-employee/${employee.id}` : '/add-employee'
  const fresh = employee ? valuesOf(employee) : { ...blank, employee_no: next ?? '' }
  const start = useStart(path, fresh, unitFields)
  const [saved, setSaved] = useState(false)
  const { form, submit, busy, release } = useCallForm<Saving, EmployeeValues>({
    endpoint: employee ? employees.update : employees.create,
    ...(employee ? { params: { id: employee.id } } : {}),
    initial: start,
    long: true,
    // The server assigns an unedited number: two people may be shown the same one.
    send: (values) =>
      next !== undefined && values.employee_no === next ? { ...values, employee_no: '' } : values,
    ask: ({ salary, agreed_net }) =>
      agreed_net === null
        ? askIfUnusual({ amount: salary, before: employee?.salary })
        : askIfUnusual({ amount: agreed_net, before: employee?.agreed_net ?? employee?.salary }),
    done: employee ? 'Employee updated successfully' : 'Employee added successfully',
    // In place of the form: Back leads to the record, not to what was just saved.
    onWaits: () => {
      setSaved(true)
      return navigate({ to: employee ? `/employee/${employee.id}` : '/approvals', replace: true })
    },
    onDone: ({ data }) => {
      setSaved(true)
      if ('warning' in data && data.warning) warn(data.warning)
      if ('arrears' in data && data.arrears.length > 0) toast('info', arrearsTold(data.arrears))
      return navigate({ to: `/employee/${data.id}`, replace: true })
    },
  })
  // One taken up again has as much to lose as before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anything is filled in.
  useEffect(() => form.resetDirty(fresh), [])
  function putOff() {
    putAside(path, form.values)
    release()
  }
  const section = { form, employee }
  const warnings = useSecondLook({ ...section, busy, saved })
  const submits = may(employee ? employees.update : employees.create)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Personal {...section} warnings={warnings} />
        <Kin {...section} />
        <Employment {...section} />
        <Work {...section} onLeave={putOff} back={path} />
        <Financial {...section} warnings={warnings} />
        <TaxDetails {...section} />
        <Group justify="flex-end">
          <Button variant="default" onClick={back}>
            Back
          </Button>
          {submits && (
            <Button type="submit" loading={busy}>
              Submit
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
