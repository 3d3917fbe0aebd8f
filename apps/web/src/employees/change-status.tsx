import { Alert, Select } from '@mantine/core'
import { type Employee, employees, statuses } from '@mshahara/contract/employees'
import { Suspense } from 'react'
import { today, words } from '../lib/format.ts'
import { LoansOwed } from '../loans/index.ts'
import Day from '../ui/day.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { statusMeaning, unknownStatus } from './status.ts'

const options = statuses.map((status) => ({ value: status, label: words(status) }))
const tones = { active: 'green', inactive: 'red', suspended: 'yellow', terminated: 'gray' } as const

export function ChangeStatus({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  return (
    <FormModal
      endpoint={employees.status}
      title="Change Employee Status"
      action="Update Status"
      params={{ id: employee.id }}
      initial={{ status: employee.status, termination_date: employee.termination_date ?? today() }}
      send={(values) =>
        values.status === 'terminated' ? values : { ...values, termination_date: null }
      }
      done="Employee status updated successfully"
      onClose={onClose}
    >
      {(form) => {
        const { status } = form.values
        const { title, text } = statusMeaning[status] ?? unknownStatus
        return (
          <>
            <Select
              label="Status"
              data={options}
              data-autofocus
              {...form.getInputProps('status')}
            />
            <Alert color={tones[status] ?? 'gray'} variant="light" title={title}>
              {text}
            </Alert>
            {status === 'terminated' && (
              <>
                <Day
                  label="Last working day"
                  placeholder="28 February, 2026"
                  min={employee.employment_date}
                  {...form.getInputProps('termination_date')}
                />
                <Suspense fallback={null}>
                  <LoansOwed employee_id={employee.id} />
                </Suspense>
              </>
            )}
          </>
        )
      }}
    </FormModal>
  )
}
