import { Anchor, Text } from '@mantine/core'
import { variablePay } from '@mshahara/contract/variable-pay'
import { useState } from 'react'
import { useMay } from '../lib/session.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { Figure } from '../ui/money.tsx'
import { useOvertimeLaw } from './overtime-law.ts'

/** How an hour of overtime is paid, in a sentence; its divisor is the organisation's choice. */
export function MonthHours({ hours }: { hours: number }) {
  const may = useMay()
  const [changing, setChanging] = useState(false)
  const law = useOvertimeLaw()
  if (!law) return null
  return (
    <Text size="sm" c="dimmed" component="div">
      Overtime is paid at the salary ÷ {hours} for an hour, × {law.overtime_times} on normal days
      and × {law.rest_day_times} on rest days and public holidays, unless you give an hourly rate.{' '}
      {may(variablePay.changeHours) && (
        <Anchor component="button" type="button" size="sm" onClick={() => setChanging(true)}>
          Change the hours
        </Anchor>
      )}
      {changing && (
        <FormModal
          title="Hours in a month"
          action="Save"
          endpoint={variablePay.changeHours}
          initial={{ month_hours: hours }}
          done="Overtime hours updated successfully"
          onClose={() => setChanging(false)}
        >
          {(form) => (
            <Figure
              label="A monthly salary is divided by"
              description={
                `hours for the rate of one hour. ${law.usual_month_hours} is usual for a week of ` +
                `${law.usual_week_hours} hours (Regulation of Wages); drafts need a recalculation ` +
                'afterwards.'
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data-autofocus
              {...form.getInputProps('month_hours')}
            />
          )}
        </FormModal>
      )}
    </Text>
  )
}
