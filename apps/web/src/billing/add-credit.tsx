import { Radio, Select, Stack, TextInput } from '@mantine/core'
import { billing, type Candidate } from '@mshahara/contract/billing'
import { counted } from '@mshahara/contract/counted'
import { waysToPay } from '@mshahara/contract/money-received'
import type { CallForm } from '../lib/form.ts'
import { dateTime, ksh } from '../lib/format.ts'
import { toast } from '../lib/toast.tsx'
import { noNumber, noteBelow, Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Money } from '../ui/money.tsx'
import { OrganizationField } from './organization-field.tsx'
import { useCandidates, WhichPayment } from './which-payment.tsx'

type Fields = CallForm<typeof billing.addCredit>

/** Money that came by bank or to another number: for an order, or for the next one. */
export function AddCredit({ onClose }: { onClose: () => void }) {
  return (
    <FormModal
      endpoint={billing.addCredit}
      title="Add Credit"
      action="Add Credit"
      initial={{
        organization_id: '',
        order_id: undefined,
        nameless_id: undefined,
        amount: noNumber,
        method: '' as 'M-PESA',
        reference: '',
        reason: '',
      }}
      onDone={({ data: { message } }) => toast('success', message)}
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="md">
          <OrganizationField
            {...form.getInputProps('organization_id')}
            onChange={(id) => {
              form.setFieldValue('organization_id', id ?? '')
              form.setFieldValue('order_id', undefined)
            }}
          />
          <Money label="Amount" {...form.getInputProps('amount')} />
          <WayField form={form} />
          <TextInput
            label="Reference"
            description="From the M-PESA or bank statement."
            {...noteBelow}
            {...form.getInputProps('reference')}
          />
          <WhichPayment
            organization_id={form.values.organization_id}
            amount={form.values.amount}
            value={form.values.nameless_id}
            error={form.errors.nameless_id}
            onChange={(id) => {
              form.setFieldValue('nameless_id', id)
              form.clearFieldError('nameless_id')
            }}
          />
          {!form.values.nameless_id && <WhichOrder form={form} />}
          <Reason form={form} note="The organization sees it among its credits." />
        </Stack>
      )}
    </FormModal>
  )
}

/** How it came; the receipt says so. */
export const WayField = ({ form }: { form: Pick<Fields, 'getInputProps'> }) => (
  <Select
    label="Method"
    placeholder="Choose..."
    data={[...waysToPay]}
    allowDeselect={false}
    {...form.getInputProps('method')}
  />
)

const none = 'none'

/** What waits for money is shown, so that the same payment is not given twice. */
function WhichOrder({ form }: { form: Fields }) {
  const { organization_id, order_id, amount } = form.values
  const orders = useCandidates(organization_id, amount)?.orders ?? []
  if (!organization_id || orders.length === 0) return null
  return (
    <Radio.Group
      label="Which order is it for?"
      value={order_id === null ? none : (order_id ?? '')}
      error={form.errors.order_id}
      onChange={(value) => {
        form.setFieldValue('order_id', value === none ? null : value)
        form.clearFieldError('order_id')
      }}
    >
      <Stack gap="xs" mt="xs" mb={6}>
        {orders.map((order) => (
          <Radio
            key={order.id}
            value={order.id}
            label={titleOf(order)}
            description={about(order)}
          />
        ))}
        <Radio value={none} label="None of these" description="It stays on the account." />
      </Stack>
    </Radio.Group>
  )
}

const titleOf = ({ package: name, duration, amount }: Candidate) =>
  `${name}, ${counted(duration, 'month')}: ${ksh(amount)}`

const about = ({ reference_no, phone, created_at, state }: Candidate) =>
  [reference_no, phone, dateTime(created_at), state].filter(Boolean).join(' · ')
