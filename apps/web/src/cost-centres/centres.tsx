import { MultiSelect, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { type CostCentre, costCentres, costSplits } from '@mshahara/contract/cost-centres'
import { departments, type Units, workStations } from '@mshahara/contract/structure'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import type { CallForm } from '../lib/form.ts'
import { useMay } from '../lib/session.ts'
import type { Column } from '../ui/data-table.tsx'
import { noteBelow, optional } from '../ui/fields.tsx'
import { IconArrowsSplit } from '../ui/icons.ts'
import { Records } from '../ui/records.tsx'
import { UploadButton, UploadSplits } from './upload.tsx'

type Form = CallForm<typeof costCentres.create>

const columns: Column<CostCentre>[] = [
  { key: 'code', title: 'Code', render: ({ code }) => code },
  { key: 'name', title: 'Name', lead: true, render: ({ name }) => name },
  {
    key: 'units',
    title: 'Belonging to It',
    yields: 1,
    render: (centre) => unitsIn(centre) || 'Nothing',
  },
  { key: 'people', title: 'Employees', align: 'right', render: ({ people }) => people },
  {
    key: 'active',
    title: 'Status',
    yields: 2,
    render: ({ active }) => (active ? 'In use' : 'Switched off'),
  },
]

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`
const unitsIn = ({ departments: of, work_stations }: CostCentre) =>
  [
    ...(of.length > 0 ? [counted(of.length, 'department')] : []),
    ...(work_stations.length > 0 ? [counted(work_stations.length, 'work station')] : []),
  ].join(', ')

export default function CostCentres() {
  const may = useMay()
  const [uploading, setUploading] = useState(false)
  const upload = may(costSplits.upload) && <UploadButton onClick={() => setUploading(true)} />
  return (
    <>
      <Records
        calls={costCentres}
        one="Cost Centre"
        title="Cost Centres"
        subtitle="Whose cost people are: departments, work stations, or shares of each person"
        icon={IconArrowsSplit}
        columns={columns}
        aside={upload}
        size="lg"
        blank={{ code: '', name: '', active: true, departments: [], work_stations: [] }}
        fields={(form, row) => <Fields form={form} row={row} />}
      />
      {uploading && <UploadSplits onClose={() => setUploading(false)} />}
    </>
  )
}

function Fields({ form, row }: { form: Form; row: CostCentre | null }) {
  return (
    <>
      {row && (
        <Text size="sm" c="dimmed">
          What is changed counts in payslips that are still to be made; confirmed months stay as
          they were.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Code" data-autofocus {...form.getInputProps('code')} />
        <TextInput label="Cost Centre Name" {...form.getInputProps('name')} />
      </SimpleGrid>
      <Belonging
        form={form}
        name="departments"
        units={departments}
        label="Departments"
        note="Their people cost this cost centre, as far as they have no shares of their own"
      />
      <Belonging
        form={form}
        name="work_stations"
        units={workStations}
        label="Work Stations"
        note="Casual workers of these sites cost this cost centre"
      />
      <Switch
        label="In use"
        description="Switched off, it is chosen nowhere any more; what belongs to it stays until you move it"
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </>
  )
}

interface BelongingProps {
  form: Form
  name: 'departments' | 'work_stations'
  units: Units
  label: string
  note: string
}

function Belonging({ form, name, units, label, note }: BelongingProps) {
  const may = useMay()
  const { data } = useRead(units.list, undefined, { enabled: may(units.list) })
  return (
    <MultiSelect
      label={label}
      description={note}
      {...noteBelow}
      {...optional}
      searchable
      hidePickedOptions
      nothingFoundMessage="None found"
      data={data?.map((unit) => ({ value: unit.id, label: unit.name })) ?? []}
      {...form.getInputProps(name)}
    />
  )
}
