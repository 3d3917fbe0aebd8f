import { Alert, Switch, Text } from '@mantine/core'
import { casualPayrolls } from '@mshahara/contract/casual-payroll'
import { type CasualSettings, casualTerms } from '@mshahara/contract/casuals'
import { counted } from '@mshahara/contract/counted'
import { monthAndYear } from '@mshahara/contract/months'
import { useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { Detail } from '../ui/detail.tsx'
import { noteBelow } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Figure } from '../ui/money.tsx'
import { ReadModal } from '../ui/read-modal.tsx'

/** How casual pay is worked out in this organisation: shown to all, changed by a few. */
export function Terms({ onClose }: { onClose: () => void }) {
  const { data } = useRead(casualTerms.get)
  const changes = useMay()(casualTerms.change)
  if (!data) return null
  return changes ? (
    <Change terms={data} onClose={onClose} />
  ) : (
    <ReadModal title="Pay Terms" onClose={onClose}>
      <Detail
        items={[
          ['Statutory deductions', data.statutory ? 'Deducted from casual pay' : 'Not deducted'],
          ['An hour of overtime counts', counted(data.overtime_factor, 'normal hour')],
          ['Hours in a day', String(data.day_hours)],
          ['Muster roll', data.keeps_roll ? 'Kept' : 'Not kept'],
        ]}
      />
    </ReadModal>
  )
}

function Change({ terms, onClose }: { terms: CasualSettings; onClose: () => void }) {
  const { statutory, overtime_factor, day_hours, keeps_roll } = terms
  return (
    <FormModal
      endpoint={casualTerms.change}
      title="Pay Terms"
      action="Save"
      initial={{ statutory, overtime_factor, day_hours, keeps_roll }}
      done="Pay terms updated successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Switch
            label="Make statutory deductions from casual pay"
            description="PAYE, NSSF, SHIF and Housing Levy on the month to date, less what earlier payrolls in the month deducted. The month's returns then list casuals too."
            checked={form.values.statutory === true}
            onChange={({ currentTarget }) => form.setFieldValue('statutory', currentTarget.checked)}
          />
          {!statutory && form.values.statutory === true && <Untaken />}
          <Switch
            label="A muster roll is kept"
            description="Days without a sheet, and days to come, are paid only if whoever confirms the payroll ticks each one. Switched on by the first sheet."
            checked={form.values.keeps_roll === true}
            onChange={({ currentTarget }) =>
              form.setFieldValue('keeps_roll', currentTarget.checked)
            }
          />
          <Figure
            label="Overtime Factor"
            description="How many normal hours an hour of overtime counts as."
            {...noteBelow}
            {...form.getInputProps('overtime_factor')}
          />
          <Figure
            label="Hours in a Day"
            description="What a day's pay is divided by for an hour."
            {...noteBelow}
            {...form.getInputProps('day_hours')}
          />
          <Text size="sm" c="dimmed">
            Drafts have to be recalculated after a change; confirmed payrolls stay as they are.
          </Text>
        </>
      )}
    </FormModal>
  )
}

/** Switched on in the middle of a month, the law looks back to its first day (C1). */
function Untaken() {
  const may = useMay()
  const { data } = useRead(casualPayrolls.untaken, undefined, {
    enabled: may(casualPayrolls.untaken),
  })
  if (!data || data.people === 0) return null
  const { month, year } = monthAndYear(data.month)
  const people = counted(data.people, 'casual')
  return (
    <Alert color="yellow" py="xs" role="note">
      {`${people} were paid ${ksh(data.gross)} for ${month} ${year} without deductions. The next
      payroll this month also deducts ${ksh(data.amount)} for this.`}
    </Alert>
  )
}
