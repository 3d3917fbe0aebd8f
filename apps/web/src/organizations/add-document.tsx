import { FileInput, Select, TextInput } from '@mantine/core'
import { clients } from '@mshahara/contract/clients'
import { documentMegabytes, pictureMegabytes } from '@mshahara/contract/limits'
import { FormModal } from '../ui/form-modal.tsx'
import { asDataUrl } from '../ui/upload.tsx'

const kinds = ['Certificate of registration', 'PIN certificate', 'Contract', 'Other document']
const other = kinds.at(-1)

/** A document about the organisation: a scan or a PDF. */
export function AddDocument({
  organization_id,
  onClose,
}: {
  organization_id: string
  onClose: () => void
}) {
  return (
    <FormModal
      endpoint={clients.addFile}
      title="Add File"
      action="Add File"
      initial={{ organization_id, name: '', file: '' }}
      done="Organization file added successfully"
      onClose={onClose}
    >
      {(form) => {
        const named = kinds.includes(form.values.name) && form.values.name !== other
        return (
          <>
            <Select
              label="Document"
              data={kinds}
              data-autofocus
              value={named ? form.values.name : form.values.name ? (other ?? null) : null}
              onChange={(kind) => form.setFieldValue('name', kind ?? '')}
            />
            {!named && <TextInput label="Name" {...form.getInputProps('name')} />}
            <FileInput
              label="File"
              description={`JPEG, PNG or PDF, up to ${documentMegabytes} MB (pictures up to ${pictureMegabytes} MB)`}
              accept="image/jpeg,image/png,application/pdf"
              error={form.errors.file}
              onChange={(file) =>
                void (file
                  ? asDataUrl(file).then((url) => form.setFieldValue('file', url))
                  : form.setFieldValue('file', ''))
              }
            />
          </>
        )
      }}
    </FormModal>
  )
}
