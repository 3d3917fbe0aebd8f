import { Text, Textarea, TextInput } from '@mantine/core'
import type { Loan, LoanEntry } from '@mshahara/contract/loan-fields'
import { loans } from '@mshahara/contract/loans'
import { useRead } from '../lib/api.ts'
import { date, ksh, signed, today, words } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import Day from '../ui/day.tsx'
import { noNumber, noteBelow, Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Money } from '../ui/money.tsx'
import { PaperField } from '../ui/paper-field.tsx'
import { GuarantorPicker } from './guarantor-picker.tsx'
import { pageTexts } from './page-texts.ts'

interface Props {
  loan: Loan
  onClose: () => void
}

export function AddGuarantor({ loan, onClose }: Props) {
  const t = useTexts(pageTexts)
  return (
    <FormModal
      endpoint={loans.addGuarantor}
      title={t.addGuarantor}
      action={t.addGuarantor}
      params={{ id: loan.id }}
      initial={{ employee_id: '' }}
      done={t.guarantorAdded}
      onClose={onClose}
    >
      {(form) => (
        <GuarantorPicker
          label={t.employee}
          loan_id={loan.id}
          value={(form.values.employee_id as string) || null}
          onChange={(id) => form.setFieldValue('employee_id', id ?? '')}
          error={form.errors.employee_id}
        />
      )}
    </FormModal>
  )
}

/** What settles the loan on the day that was chosen stands beside the amount. */
export function Repayment({ loan, onClose }: Props) {
  return (
    <FormModal
      endpoint={loans.repay}
      title="Record Repayment"
      action="Record Repayment"
      params={{ id: loan.id }}
      initial={{ amount: noNumber, day: today(), reference: '', note: '', file: '' }}
      done="Repayment recorded successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Day
            label="Paid on"
            max={today()}
            {...(loan.disbursed_on && { min: loan.disbursed_on })}
            {...form.getInputProps('day')}
          />
          <Money
            label="Amount"
            description={<Settles loan={loan} day={String(form.values.day ?? '')} />}
            {...noteBelow}
            {...form.getInputProps('amount')}
            data-autofocus
          />
          <TextInput
            label="Reference"
            description="From the receipt, the bank or M-PESA."
            {...noteBelow}
            {...form.getInputProps('reference')}
          />
          <PaperField form={form} name="file" label="Evidence (optional)" />
          <Textarea label="Note (optional)" autosize {...form.getInputProps('note')} />
        </>
      )}
    </FormModal>
  )
}

const enteredLate = (day: string) =>
  `It cannot be settled as of ${date(day)}: only a primary user can do that, for somebody else's loan ` +
  'and not before its latest payment.'

function Settles({ loan, day }: { loan: Loan; day: string }) {
  const running = loan.outstanding > 0 && day !== '' && day >= (loan.disbursed_on ?? '')
  const { data } = useRead(
    loans.settlement,
    { params: { id: loan.id }, query: { day } },
    { enabled: running, keep: true },
  )
  if (!running) return loan.written_off > 0 && `Written off: ${ksh(loan.written_off)}`
  if (!data) return null
  return (
    <>
      {`${ksh(data.amount)} settles the loan on ${date(data.day)}. ${data.working}.`}
      {data.day > day && (
        <>
          <br />
          {enteredLate(day)}
        </>
      )}
    </>
  )
}

export function WriteOff({ loan, onClose }: Props) {
  return (
    <FormModal
      endpoint={loans.writeOff}
      title="Write Off Loan"
      action="Write Off"
      params={{ id: loan.id }}
      initial={{ reason: '' }}
      done="Loan written off successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${ksh(loan.outstanding)} is written off. Payrolls stop deducting it, and the borrower stays in default until it is repaid.`}
          </Text>
          <Reason form={form} first />
        </>
      )}
    </FormModal>
  )
}

export function TakeBack({ entry, onClose }: { entry: LoanEntry; onClose: () => void }) {
  return (
    <FormModal
      endpoint={loans.takeBack}
      title="Reverse Entry"
      action="Reverse"
      params={{ id: entry.id }}
      initial={{ reason: '' }}
      done="Entry reversed successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${words(entry.kind)} of ${signed(entry.amount)} on ${date(entry.day)}. It stays on record, and what it paid is owed again.`}
          </Text>
          <Reason form={form} first />
        </>
      )}
    </FormModal>
  )
}
