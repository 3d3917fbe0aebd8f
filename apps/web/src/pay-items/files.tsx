import { FileInput } from '@mantine/core'
import { limits } from '@mshahara/contract/constants'
import { type EmployeeFile, employees } from '@mshahara/contract/employees'
import { useState } from 'react'
import type { CallForm } from '../lib/form.ts'
import type { Column } from '../ui/data-table.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import {
  IconExternalLink,
  IconFile,
  IconFiles,
  IconFileTypePdf,
  IconPhoto,
  IconUpload,
} from '../ui/icons.ts'
import { RowTab } from '../ui/row-action.tsx'
import { asDataUrl } from '../ui/upload.tsx'
import { createdColumn, descriptionColumn } from './cells.tsx'
import { Description, Name } from './fields.tsx'
import { type FormProps, ItemTab, type TabProps } from './item-tab.tsx'
import classes from './pay-items.module.css'
import { remember } from './suggestions.ts'

const icons = {
  pdf: IconFileTypePdf,
  webp: IconPhoto,
  png: IconPhoto,
  jpg: IconPhoto,
  jpeg: IconPhoto,
}

function FileName({ name, file }: EmployeeFile) {
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase()
  const Sign = icons[extension as keyof typeof icons] ?? IconFile
  return (
    <span className={classes.file}>
      <Sign size={20} stroke={1.5} aria-hidden />
      {name}
    </span>
  )
}

const columns: Column<EmployeeFile>[] = [
  { key: 'name', title: 'Name', lead: true, render: (row) => <FileName {...row} /> },
  descriptionColumn,
  createdColumn,
  {
    key: 'view',
    title: 'Actions',
    actions: true,
    align: 'right',
    render: ({ name, file }) => (
      <RowTab
        href={`/storage/employee/${file}`}
        icon={IconExternalLink}
        label={`View File ${name}`}
      >
        View File
      </RowTab>
    ),
  },
]

export default function Files({ employee }: TabProps) {
  return (
    <ItemTab
      employee={employee}
      title="Files"
      add="Add File"
      addIcon={IconUpload}
      icon={IconFiles}
      empty={{ title: 'No files found', text: 'Upload files to see them here' }}
      list={employees.files}
      columns={columns}
      form={FileForm}
    />
  )
}

function FileForm({ employee, onClose }: FormProps<EmployeeFile>) {
  return (
    <FormModal
      endpoint={employees.addFile}
      title="Upload File"
      action="Upload"
      initial={{ employee_id: employee.id, name: '', file: '', description: '' }}
      done="Employee file added successfully"
      onDone={({ data }) => remember('files', data.name)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Name form={form} label="File Name" list="files" />
          <Picker form={form} />
          <Description form={form} />
        </>
      )}
    </FormModal>
  )
}

const allowed = 'Supported formats: JPEG, PNG, JPG, PDF'
const pdf = 'application/pdf'
const pictures = ['image/jpeg', 'image/png']

/** What the server would refuse is not sent to it. */
function fault({ type, size }: File): string | null {
  if (type === pdf) return size > limits.documentBytes ? 'The file is larger than 10 MB.' : null
  if (!pictures.includes(type)) return allowed
  return size > limits.logoBytes ? 'The picture is larger than 2 MB.' : null
}

function Picker({ form }: { form: CallForm<typeof employees.addFile> }) {
  const [file, setFile] = useState<File | null>(null)
  async function pick(picked: File | null) {
    const wrong = picked && fault(picked)
    setFile(wrong ? null : picked)
    form.setFieldValue('file', picked && !wrong ? await asDataUrl(picked) : '')
    if (wrong) form.setFieldError('file', wrong)
  }
  return (
    <FileInput
      label="File"
      placeholder="Choose a file"
      description={allowed}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      accept={[...pictures, pdf].join(',')}
      leftSection={<IconUpload size={16} aria-hidden />}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove file' }}
      value={file}
      onChange={pick}
      error={form.errors.file}
    />
  )
}
