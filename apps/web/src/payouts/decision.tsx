import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { type Payout, type PayoutStory, payouts } from '@mshahara/contract/payouts'
import { ksh } from '../lib/format.ts'
import { toast } from '../lib/toast.tsx'
import { noteBelow, Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'

interface Props {
  payout: Payout
  proposed: PayoutStory['proposed']
  onClose: () => void
}

/** What a person found out about a payout that no question could settle. */
export function Decision({ payout, proposed, onClose }: Props) {
  const agrees = proposed && !proposed.own ? proposed : null
  return (
    <FormModal
      endpoint={payouts.decide}
      title="What Happened to It?"
      action="Save Finding"
      params={{ id: payout.id }}
      initial={{
        paid: (agrees?.paid ?? '') as boolean,
        reference: agrees?.reference ?? '',
        reason: '',
      }}
      onDone={({ data }) => toast('success', data.message)}
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="md">
          <Text size="sm">{`${payout.name}, ${payout.account}, ${ksh(payout.amount)}`}</Text>
          {agrees && (
            <Text size="sm">
              {`${agrees.by} found: ${agrees.paid ? 'paid' : 'not paid'}. Look it up yourself before you agree.`}
            </Text>
          )}
          <Radio.Group
            label="The money"
            {...form.getInputProps('paid')}
            value={String(form.values.paid)}
            onChange={(value) => form.setFieldValue('paid', value === 'true')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="true" label="has arrived: paid" data-autofocus />
              <Radio value="false" label="has not been sent, and will not be: not paid" />
            </Stack>
          </Radio.Group>
          <TextInput
            label="Reference"
            description="From the statement or portal where you found it."
            {...noteBelow}
            {...form.getInputProps('reference')}
          />
          <Reason form={form} />
        </Stack>
      )}
    </FormModal>
  )
}
