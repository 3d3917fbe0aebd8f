import { FileInput } from '@mantine/core'
import { useState } from 'react'
import { noteBelow } from './fields.tsx'
import { IconUpload } from './icons.ts'
import { asDataUrl, pictures } from './upload.tsx'

interface Props<Name extends string> {
  form: {
    errors: Record<string, unknown>
    setFieldValue: (path: never, value: never) => void
  }
  name: Name
  label: string
}

/** A scan or document that a form may bring along, as a data URL. */
export function PaperField<Name extends string>({ form, name, label }: Props<Name>) {
  const [file, setFile] = useState<File | null>(null)
  async function pick(picked: File | null) {
    setFile(picked)
    form.setFieldValue(name as never, (picked ? await asDataUrl(picked) : '') as never)
  }
  return (
    <FileInput
      label={label}
      placeholder="Choose a file"
      description="Supported formats: JPEG, PNG, JPG, PDF"
      {...noteBelow}
      accept={[...pictures, 'application/pdf'].join(',')}
      leftSection={<IconUpload size={16} aria-hidden />}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove file' }}
      value={file}
      onChange={pick}
      error={form.errors[name] as string | undefined}
    />
  )
}
