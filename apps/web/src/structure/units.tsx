import { TextInput } from '@mantine/core'
import type { Unit, Units } from '@mshahara/contract/structure'
import type { Icon } from '@tabler/icons-react'
import { useRead } from '../lib/api.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { type AnyForm, Description } from '../ui/fields.tsx'
import { Records } from '../ui/records.tsx'
import { Tag } from '../ui/status.tsx'

interface Props {
  calls: Units
  one: string
  /** What the notices call it, when that is shorter. */
  short?: string
  icon: Icon
}

const columns: Column<Unit>[] = [
  { key: 'code', title: 'Code', oneLine: true, yields: 3, render: ({ code }) => <Tag>{code}</Tag> },
  nameColumn,
  descriptionColumn,
  createdColumn,
]

/** Departments, designations and work stations: one screen, worded three ways. */
export function UnitsScreen(props: Props) {
  return (
    <Records
      {...props}
      columns={columns}
      blank={{ name: '', description: '' }}
      fields={(form, unit) => <Fields {...props} form={form} unit={unit} />}
    />
  )
}

interface FieldsProps extends Props {
  form: AnyForm
  unit: Unit | null
}

function Fields({ calls, one, form, unit }: FieldsProps) {
  const { data } = useRead(calls.nextNo, undefined, { enabled: unit === null })
  return (
    <>
      <TextInput
        label={`${one} Code`}
        description="Code is automatically generated"
        inputWrapperOrder={['label', 'input', 'description']}
        variant="filled"
        readOnly
        value={unit?.code ?? data?.next ?? ''}
      />
      <TextInput
        label={`${one} Name`}
        placeholder={`Enter ${one.toLowerCase()} name`}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Description form={form} />
    </>
  )
}
