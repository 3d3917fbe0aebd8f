import { Stack, TextInput } from '@mantine/core'
import { billing } from '@mshahara/contract/billing'
import { toast } from '../lib/toast.tsx'
import { noNumber, noteBelow, Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Money } from '../ui/money.tsx'
import { OrganizationField } from './organization-field.tsx'

/** Money that came by bank or to another number: the organisation's next order uses it. */
export function AddCredit({ onClose }: { onClose: () => void }) {
  return (
    <FormModal
      endpoint={billing.addCredit}
      title="Add Credit"
      action="Add Credit"
      initial={{ organization_id: '', amount: noNumber, reference: '', reason: '' }}
      onDone={({ data: { message } }) => toast('success', message)}
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="md">
          <OrganizationField {...form.getInputProps('organization_id')} />
          <Money label="Amount" {...form.getInputProps('amount')} />
          <TextInput
            label="Reference"
            description="Of the M-PESA or bank statement."
            {...noteBelow}
            {...form.getInputProps('reference')}
          />
          <Reason form={form} note="The organization sees it among its credits." />
        </Stack>
      )}
    </FormModal>
  )
}
