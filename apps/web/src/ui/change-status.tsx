import { Alert, Select } from '@mantine/core'
import { type EmployeeStatus, type employees, statuses } from '@mshahara/contract/employees'
import type { ReactNode } from 'react'
import { today, words } from '../lib/format.ts'
import Day from './day.tsx'
import { FormModal } from './form-modal.tsx'
import { statusMeaning, unknownStatus } from './status-meaning.ts'

const options = statuses.map((status) => ({ value: status, label: words(status) }))
const tones = { active: 'green', inactive: 'red', suspended: 'yellow', terminated: 'gray' } as const

interface Props {
  who: 'Employee' | 'Casual'
  person: {
    id: string
    status: EmployeeStatus
    employment_date: string
    termination_date: string | null
    tos?: string
  }
  /** That of casuals takes the same. */
  endpoint: typeof employees.status
  /** What else matters when somebody leaves. */
  leaving?: ReactNode
  onClose: () => void
}

export function ChangeStatus({ who, person, endpoint, leaving, onClose }: Props) {
  const meaning = statusMeaning(who)
  // The contract's own last day gave way to that of leaving.
  const mayRejoin = person.status === 'terminated' && (person.tos ?? 'Permanent') !== 'Permanent'
  const asksLastDay = (status: EmployeeStatus) => status === 'terminated' || mayRejoin
  return (
    <FormModal
      endpoint={endpoint}
      title={`Change ${who} Status`}
      action="Update Status"
      params={{ id: person.id }}
      initial={{ status: person.status, termination_date: person.termination_date ?? today() }}
      send={(values) =>
        asksLastDay(values.status) ? values : { ...values, termination_date: null }
      }
      done={`${who} status updated successfully`}
      onClose={onClose}
    >
      {(form) => {
        const { status } = form.values
        const { title, text } = meaning[status] ?? unknownStatus
        return (
          <>
            <Select
              label="Status"
              data={options}
              data-autofocus
              {...form.getInputProps('status')}
              onChange={(value) => {
                form.setFieldValue('status', value as EmployeeStatus)
                if (mayRejoin && value !== 'terminated')
                  form.setFieldValue('termination_date', null)
              }}
            />
            <Alert color={tones[status] ?? 'gray'} variant="light" title={title}>
              {text}
            </Alert>
            {asksLastDay(status) && (
              <Day
                label={status === 'terminated' ? 'Last working day' : 'Last day of the contract'}
                placeholder="28 February, 2026"
                clearable={status !== 'terminated'}
                min={status === 'terminated' ? person.employment_date : today()}
                {...form.getInputProps('termination_date')}
              />
            )}
            {status === 'terminated' && leaving}
          </>
        )
      }}
    </FormModal>
  )
}
