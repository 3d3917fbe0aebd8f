import { loans } from '@mshahara/contract/loans'
import { useRead } from '../lib/api.ts'
import { noteBelow } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Figure } from '../ui/money.tsx'

export default function LoanSettings({ onClose }: { onClose: () => void }) {
  const { data } = useRead(loans.settings)
  if (!data) return null
  return (
    <FormModal
      endpoint={loans.changeSettings}
      title="Loan Settings"
      action="Save Changes"
      initial={data}
      done="Loan settings updated successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Figure
            label="Loans one person may guarantee"
            description="Running loans and applications waiting for a decision, together."
            {...noteBelow}
            {...form.getInputProps('most_guaranteed')}
            data-autofocus
          />
          <Figure
            label="Salary advance (%)"
            description="Of the pay earned in the month so far. 0: no advances."
            {...noteBelow}
            {...form.getInputProps('advance_percent')}
          />
        </>
      )}
    </FormModal>
  )
}
