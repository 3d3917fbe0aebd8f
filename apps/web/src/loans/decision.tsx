import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import type { Loan } from '@mshahara/contract/loan-fields'
import { loanAllows } from '@mshahara/contract/loan-states'
import { loans } from '@mshahara/contract/loans'
import { useState } from 'react'
import { daysInWords, ksh, today } from '../lib/format.ts'
import { type InOne, useTexts } from '../lib/language.tsx'
import { useMay } from '../lib/session.ts'
import Day from '../ui/day.tsx'
import { Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCircleCheck, IconCircleX, IconClock } from '../ui/icons.ts'
import { Warnings } from '../ui/warnings.tsx'
import { pageTexts } from './page-texts.ts'
import { RejectForm } from './reject-form.tsx'

/** For the primary user, once enough guarantors have approved; others read what is awaited. */
export function Decision({ loan }: { loan: Loan }) {
  const t = useTexts(pageTexts)
  const decides = useMay()(loans.approve)
  const [open, setOpen] = useState<'approve' | 'reject' | null>(null)
  if (!loanAllows(loan, 'approve')) return null
  const approved = loan.guarantors.filter(({ status, left }) => status === 'approved' && !left)
  const missing = loan.guarantors_needed - approved.length
  const close = () => setOpen(null)
  // Whoever has left can neither borrow nor withdraw: it remains to reject.
  const gone = loan.employee.status !== 'active'
  return (
    <>
      <Warnings of={loan.warnings.map(daysInWords)} />
      <Alert
        color="blue"
        icon={<IconClock size={18} aria-hidden />}
        title={titleOf(t, missing, gone)}
      >
        {(missing <= 0 || gone) && decides ? (
          <Group gap="sm">
            {!gone && (
              <Button
                leftSection={<IconCircleCheck size={16} aria-hidden />}
                onClick={() => setOpen('approve')}
              >
                Approve
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconCircleX size={16} aria-hidden />}
              onClick={() => setOpen('reject')}
            >
              Reject
            </Button>
          </Group>
        ) : (
          awaited(t, loan, missing)
        )}
        {open === 'approve' && <Approve loan={loan} onClose={close} />}
        {open === 'reject' && (
          <RejectForm
            endpoint={loans.reject}
            title="Reject Loan Application"
            id={loan.id}
            done="Loan application rejected successfully"
            onClose={close}
          />
        )}
      </Alert>
    </>
  )
}

type Said = InOne<typeof pageTexts>

function titleOf(t: Said, missing: number, gone: boolean) {
  if (gone) return t.gone
  return missing > 0 ? t.awaitsGuarantors : t.awaitsDecision
}

function awaited(t: Said, loan: Loan, missing: number): string {
  if (missing <= 0) return t.primaryDecides
  const asked = loan.guarantors.filter(({ status }) => status === 'pending').length
  const hint = asked < missing ? t.addAnother : ''
  return `${t.mustApprove({ missing })}${hint}`
}

interface Props {
  loan: Loan
  onClose: () => void
}

function Approve({ loan, onClose }: Props) {
  return (
    <FormModal
      endpoint={loans.approve}
      title="Approve Loan Application"
      action="Approve"
      params={{ id: loan.id }}
      initial={{ comments: '', disbursed_on: today() }}
      done="Loan application approved successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Textarea
            label="Comments (Optional)"
            autosize
            minRows={2}
            data-autofocus
            {...form.getInputProps('comments')}
          />
          <Day label="The money is paid out on" {...form.getInputProps('disbursed_on')} />
        </>
      )}
    </FormModal>
  )
}

/** Nobody has the money yet: it is not paid out after all. */
export function CancelApproval({ loan, onClose }: Props) {
  return (
    <FormModal
      endpoint={loans.cancel}
      title="Cancel Approval"
      action="Yes, Cancel Approval"
      params={{ id: loan.id }}
      initial={{ reason: '' }}
      done="Approval cancelled successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`Only do this if the ${ksh(loan.amount)} was not paid out. Nothing will be owed or deducted, and the borrower and the guarantors are notified. This cannot be undone.`}
          </Text>
          {loan.tops_up && (
            <Text size="sm">{`The loan of ${ksh(loan.tops_up.amount)} that it settled is owed again, including what has fallen due since.`}</Text>
          )}
          <Reason form={form} note="The borrower can read it." first />
        </>
      )}
    </FormModal>
  )
}

/** The day was entered wrongly: the schedule follows the right one. */
export function CorrectDay({ loan, onClose }: Props) {
  return (
    <FormModal
      endpoint={loans.correctDay}
      title="Correct the Day of Payment"
      action="Save Changes"
      params={{ id: loan.id }}
      initial={{ disbursed_on: loan.disbursed_on ?? '' }}
      done="Day corrected successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            The repayment schedule moves with it. You can change the day until the first repayment.
          </Text>
          <Day label="The money was paid out on" {...form.getInputProps('disbursed_on')} />
        </>
      )}
    </FormModal>
  )
}
