import { Select } from '@mantine/core'
import { type Deduction, deductionKinds, deductions } from '@mshahara/contract/pay-items'
import { words } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import { Description, noteBelow, Period } from '../ui/fields.tsx'
import { IconCashMinus } from '../ui/icons.ts'
import { RecordsTab } from '../ui/records-tab.tsx'
import { Named, noteColumn, paidColumns, periodColumns } from './cells.tsx'
import {
  Amount,
  askOf,
  blankItem,
  blankPeriod,
  Name,
  type TabProps,
  Taxable,
  yesNo,
} from './fields.tsx'
import { remember } from './suggestions.ts'
import { useItemWords } from './words.tsx'

type Kind = (typeof deductionKinds)[number]

/** 'post-retirement medical' keeps its hyphen. */
const titleOf = (kind: Kind) => kind.split('-').map(words).join('-')

const columns: Column<Deduction>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: ({ name, kind }) => <Named name={name} note={kind !== 'other' && titleOf(kind)} />,
  },
  ...paidColumns,
  ...periodColumns,
  noteColumn,
]

const fund =
  'Deducted from pay. With Taxable = Yes it also lowers taxable pay, up to the legal limit.'
const relief = 'Not deducted from pay: the amount only gives tax relief.'
const notes: Record<Kind, string> = {
  other: 'SACCO, HELB, advances: deducted after tax, whatever Taxable says.',
  pension: fund,
  'post-retirement medical': fund,
  'mortgage interest': relief,
  'insurance premium': relief,
}
const kindOptions = deductionKinds.map((kind) => ({ value: kind, label: titleOf(kind) }))

export default function Deductions(props: TabProps) {
  return (
    <RecordsTab
      say={useItemWords()}
      calls={deductions}
      of={props.employee.id}
      one="Recurrent Deduction"
      short="Deduction"
      icon={IconCashMinus}
      columns={columns}
      blank={{ ...blankItem(props), kind: 'other', ...blankPeriod }}
      edited={({ taxable }) => ({ taxable: yesNo(taxable) })}
      ask={askOf('deductions', props)}
      onSaved={({ name }) => remember('deductions', name)}
      fields={(form) => (
        <>
          <Name form={form} label="Deduction Name" list="deductions" />
          <Amount form={form} />
          <Select
            label="Kind"
            description={notes[form.values.kind ?? 'other']}
            {...noteBelow}
            data={kindOptions}
            {...form.getInputProps('kind')}
          />
          <Taxable
            form={form}
            note="Taxable deductions will affect the employee's taxable income calculation."
          />
          <Period form={form} />
          <Description form={form} rows={2} />
        </>
      )}
    />
  )
}
