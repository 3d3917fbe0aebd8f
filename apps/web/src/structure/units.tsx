import { Button, Textarea, TextInput } from '@mantine/core'
import type { Permission } from '@mshahara/contract/permissions'
import type { Unit, Units } from '@mshahara/contract/structure'
import type { Icon } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconPencil, IconPlus } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { Tag } from '../ui/status.tsx'
import { sizes } from './list.ts'
import { useAdding } from './round-trip.ts'

/** Departments, designations and work stations: one screen in three sets of words. */

export interface Kind {
  endpoints: Units
  subject: 'departments' | 'designations' | 'work-stations'
  one: string
  many: string
  /** What the notices call it, when that is shorter. */
  told?: string
  /** Its name in the employee form. */
  field: 'department_id' | 'designation_id' | 'work_station_id'
  icon: Icon
}

const facts: Column<Unit>[] = [
  { key: 'code', title: 'Code', oneLine: true, render: ({ code }) => <Tag>{code}</Tag> },
  { key: 'name', title: 'Name', lead: true, render: ({ name }) => name },
  {
    key: 'description',
    title: 'Description',
    render: ({ description }) => description ?? 'Not specified',
  },
  { key: 'created', title: 'Created', oneLine: true, render: ({ created_at }) => date(created_at) },
]

export function UnitsScreen({ kind }: { kind: Kind }) {
  const { endpoints, subject, one, many, icon } = kind
  const read = useRead(endpoints.list)
  const may = useMay()
  const [editing, setEditing] = useState<Unit | null>(null)
  const adding = useAdding(may(`create ${subject}` as Permission))
  const add = may(`create ${subject}` as Permission) && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={adding.add}>
      Add {one}
    </Button>
  )
  const edit: Column<Unit> = {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (row) => (
      <RowButton icon={IconPencil} label={`Edit ${row.name}`} onClick={() => setEditing(row)}>
        Edit
      </RowButton>
    ),
  }
  return (
    <>
      <ListPage
        title={`${many} Management`}
        subtitle={(count) => `${many} (${count})`}
        back={adding.back}
        actions={add}
        read={read}
        columns={may(`edit ${subject}` as Permission) ? [...facts, edit] : facts}
        rowKey={({ id }) => id}
        search={{
          label: `Search ${one.toLowerCase()}`,
          text: ({ code, name, description }) => [code, name, description].join('\n'),
        }}
        sizes={sizes}
        perPage={10}
        numbered
        empty={(searching) => (
          <Empty
            icon={icon}
            title={`No ${many} Found`}
            text={
              searching
                ? `No ${many.toLowerCase()} match your search criteria`
                : `Start by adding your first ${one.toLowerCase()}`
            }
            action={!searching && add}
          />
        )}
      />
      {adding.adding && <AddUnit kind={kind} {...adding} />}
      {editing && <EditUnit kind={kind} unit={editing} onClose={() => setEditing(null)} />}
    </>
  )
}

interface AddProps {
  kind: Kind
  cancel: () => void
  made: (field: string, id: string) => void
}

function AddUnit({ kind, cancel, made }: AddProps) {
  const { data } = useRead(kind.endpoints.nextNo)
  return (
    <FormModal
      endpoint={kind.endpoints.create}
      title={`Add ${kind.one}`}
      action={`Save ${kind.one}`}
      initial={{ name: '', description: '' }}
      done={`${kind.told ?? kind.one} created successfully`}
      onClose={() => {}}
      onCancel={cancel}
      onDone={({ data: unit }) => made(kind.field, unit.id)}
    >
      {(form) => <Fields kind={kind} code={data?.next ?? ''} form={form} />}
    </FormModal>
  )
}

interface EditProps {
  kind: Kind
  unit: Unit
  onClose: () => void
}

function EditUnit({ kind, unit, onClose }: EditProps) {
  const { id, code, name, description } = unit
  return (
    <FormModal
      endpoint={kind.endpoints.update}
      params={{ id }}
      title={`Edit ${kind.one}`}
      action={`Update ${kind.one}`}
      initial={{ name, description: description ?? '' }}
      done={`${kind.told ?? kind.one} updated successfully`}
      onClose={onClose}
    >
      {(form) => <Fields kind={kind} code={code} form={form} />}
    </FormModal>
  )
}

interface FieldsProps {
  kind: Kind
  code: string
  form: { getInputProps: (path: 'name' | 'description') => object }
}

function Fields({ kind: { one }, code, form }: FieldsProps) {
  return (
    <>
      <TextInput
        label={`${one} Code`}
        description="Code is automatically generated"
        inputWrapperOrder={['label', 'input', 'description']}
        variant="filled"
        readOnly
        value={code}
      />
      <TextInput
        label={`${one} Name`}
        placeholder={`Enter ${one.toLowerCase()} name`}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        labelProps={{ 'data-optional': true }}
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('description')}
      />
    </>
  )
}
