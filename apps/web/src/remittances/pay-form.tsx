import { Text, Textarea, TextInput } from '@mantine/core'
import {
  type Remittance,
  type RemittancePayment,
  remittances,
} from '@mshahara/contract/remittances'
import { amount, ksh, signedKsh, today } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import Day from '../ui/day.tsx'
import { noNumber, noteBelow, optional, Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Money } from '../ui/money.tsx'
import { PaperField } from '../ui/paper-field.tsx'

interface PayProps {
  month: string
  item: Remittance
  onClose: () => void
}

/** What was paid over outside of this product: its day, reference and receipt. */
export function PayForm({ month, item, onClose }: PayProps) {
  const { authority, name, open, paid } = item
  return (
    <FormModal
      endpoint={remittances.pay}
      title={`Record Payment: ${name}`}
      action="Record Payment"
      params={{ month }}
      initial={{
        ...{ authority, paid, amount: open > 0 ? open : noNumber },
        ...{ paid_on: today(), reference: '', note: '', receipt: '' },
      }}
      done="Payment recorded successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${monthName(month)}: ${signedKsh(item.amount)} to pay over, ${ksh(paid)} recorded as paid.`}
          </Text>
          <Money label="Amount" data-autofocus {...form.getInputProps('amount')} />
          <Day label="Paid on" max={today()} {...form.getInputProps('paid_on')} />
          <TextInput
            label="Reference"
            description="From the receipt, the bank or M-PESA."
            {...noteBelow}
            {...form.getInputProps('reference')}
          />
          <PaperField form={form} name="receipt" label="Receipt (optional)" />
          <Textarea label="Note" autosize {...optional} {...form.getInputProps('note')} />
        </>
      )}
    </FormModal>
  )
}

interface BackProps {
  payment: RemittancePayment
  onClose: () => void
}

export function TakeBack({ payment, onClose }: BackProps) {
  return (
    <FormModal
      endpoint={remittances.takeBack}
      title="Take Back"
      action="Take Back"
      danger
      params={{ id: payment.id }}
      initial={{ reason: '' }}
      done="Payment taken back"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${amount(payment.amount)} (${payment.reference}) no longer counts as paid. Both stay on record.`}
          </Text>
          <Reason form={form} first />
        </>
      )}
    </FormModal>
  )
}
