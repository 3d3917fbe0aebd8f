import { Textarea } from '@mantine/core'
import type { loans } from '@mshahara/contract/loans'
import { FormModal } from '../ui/form-modal.tsx'

interface Props {
  endpoint: typeof loans.reject | typeof loans.rejectRequest
  title: string
  /** Of what is rejected. */
  id: string
  done: string
  onClose: () => void
}

/** The primary user rejects a loan, or a guarantor a request: with a reason. */
export function RejectForm({ endpoint, title, id, done, onClose }: Props) {
  return (
    <FormModal
      endpoint={endpoint}
      title={title}
      action="Reject"
      params={{ id }}
      initial={{ rejection_reason: '' }}
      done={done}
      onClose={onClose}
    >
      {(form) => (
        <Textarea
          label="Reason for Rejection"
          required
          autosize
          minRows={3}
          data-autofocus
          {...form.getInputProps('rejection_reason')}
        />
      )}
    </FormModal>
  )
}
