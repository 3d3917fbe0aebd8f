import { Textarea } from '@mantine/core'
import type { loans } from '@mshahara/contract/loans'
import { useTexts } from '../lib/language.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { pageTexts } from './page-texts.ts'

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
  const t = useTexts(pageTexts)
  return (
    <FormModal
      endpoint={endpoint}
      title={title}
      action={t.reject}
      params={{ id }}
      initial={{ rejection_reason: '' }}
      done={done}
      onClose={onClose}
    >
      {(form) => (
        <Textarea
          label={t.rejectReason}
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
