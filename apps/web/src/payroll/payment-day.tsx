import { Button, Group, Text } from '@mantine/core'
import { type Payroll, payrolls } from '@mshahara/contract/payroll'
import { allows } from '@mshahara/contract/run-states'
import { lazy, Suspense, useState } from 'react'
import { date, today } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCalendar } from '../ui/icons.ts'

const Day = lazy(() => import('../ui/day.tsx'))

const described =
  'Shown on the payslips from now on. Everyone paid by bank then counts as paid, and no bank file ' +
  'can be made. Clear the date to undo this.'

/** When a confirmed run was paid; payslips show it from then on. */
export function PaymentDay({ payroll }: { payroll: Payroll }) {
  const may = useMay()(payrolls.setPayment)
  const [asked, setAsked] = useState(false)
  const { id, paid_on } = payroll
  if (!allows(payroll, 'issue') || (!may && !paid_on)) return null
  return (
    <section className="card" aria-label="Day of payment">
      <Group p="md" justify="space-between">
        <Group gap="sm">
          <IconCalendar size={18} aria-hidden />
          <Text size="sm">
            {paid_on ? `Paid on ${date(paid_on)}` : 'The day of payment is not recorded yet.'}
          </Text>
        </Group>
        {may && (
          <Button variant="default" size="xs" onClick={() => setAsked(true)}>
            {paid_on ? 'Change Day of Payment' : 'Set Day of Payment'}
          </Button>
        )}
      </Group>
      {asked && (
        <FormModal
          title="Day of Payment"
          action="Save"
          endpoint={payrolls.setPayment}
          params={{ id }}
          initial={{ paid_on: paid_on ?? today() }}
          done={
            paid_on ? 'Day of payment updated successfully' : 'Day of payment saved successfully'
          }
          onClose={() => setAsked(false)}
        >
          {(form) => (
            <Suspense fallback={null}>
              <Day
                label="Paid on"
                clearable
                description={described}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                data-autofocus
                {...form.getInputProps('paid_on')}
              />
            </Suspense>
          )}
        </FormModal>
      )}
    </section>
  )
}
