import { FileInput } from '@mantine/core'
import { type EmployeeFile, employees } from '@mshahara/contract/employees'
import { documentTooLarge, limits, pictureTooLarge } from '@mshahara/contract/limits'
import { useState } from 'react'
import type { CallForm } from '../lib/form.ts'
import { createdColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Description, noteBelow } from '../ui/fields.tsx'
import {
  IconExternalLink,
  IconFile,
  IconFiles,
  IconFileTypePdf,
  IconPhoto,
  IconUpload,
} from '../ui/icons.ts'
import { RecordsTab } from '../ui/records-tab.tsx'
import { RowTab } from '../ui/row-action.tsx'
import { asDataUrl, pictures } from '../ui/upload.tsx'
import { noteColumn } from './cells.tsx'
import { Name, type TabProps } from './fields.tsx'
import classes from './pay-items.module.css'
import { remember } from './suggestions.ts'
import { useItemWords } from './words.tsx'

const icons = {
  pdf: IconFileTypePdf,
  webp: IconPhoto,
  png: IconPhoto,
  jpg: IconPhoto,
  jpeg: IconPhoto,
}

function FileName({ name, file }: EmployeeFile) {
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase()
  const Icon = icons[extension as keyof typeof icons] ?? IconFile
  return (
    <span className={classes.file}>
      <Icon size={20} stroke={1.5} aria-hidden />
      {name}
    </span>
  )
}

function View({ name, file }: EmployeeFile) {
  const view = useItemWords()('View File')
  return (
    <RowTab href={`/storage/employee/${file}`} icon={IconExternalLink} label={`${view} ${name}`}>
      {view}
    </RowTab>
  )
}

const columns: Column<EmployeeFile>[] = [
  { key: 'name', title: 'Name', lead: true, render: (row) => <FileName {...row} /> },
  noteColumn,
  createdColumn,
  {
    key: 'view',
    title: 'Actions',
    actions: true,
    align: 'right',
    render: (row) => <View {...row} />,
  },
]

export default function Files({ employee }: TabProps) {
  return (
    <RecordsTab
      say={useItemWords()}
      calls={{ list: employees.files, create: employees.addFile }}
      of={employee.id}
      one="File"
      addIcon={IconUpload}
      icon={IconFiles}
      empty={{ text: 'Upload files to see them here' }}
      columns={columns}
      formTitle="Upload File"
      action="Upload"
      done="Employee file added successfully"
      blank={{ employee_id: employee.id, name: '', file: '', description: '' }}
      onSaved={({ name }) => remember('files', name)}
      fields={(form) => (
        <>
          <Name form={form} label="File Name" list="files" />
          <Picker form={form} />
          <Description form={form} rows={2} />
        </>
      )}
    />
  )
}

const allowed = 'Supported formats: JPEG, PNG, JPG, PDF'
const pdf = 'application/pdf'

/** What the server would refuse is not sent to it. */
function fault({ type, size }: File): string | null {
  if (type === pdf) return size > limits.documentBytes ? documentTooLarge : null
  if (!pictures.includes(type)) return allowed
  return size > limits.logoBytes ? pictureTooLarge : null
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
      {...noteBelow}
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
