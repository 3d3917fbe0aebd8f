import { Select } from '@mantine/core'
import { type Deduction, deductionKinds, deductions } from '@mshahara/contract/pay-items'
import { words } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCashMinus } from '../ui/icons.ts'
import { Money } from '../ui/money.tsx'
import { amountColumn, descriptionColumn, Named, periodColumns, taxableColumn } from './cells.tsx'
import { Description, Name, noNumber, Period, Taxable } from './fields.tsx'
import { type FormProps, ItemTab, type TabProps } from './item-tab.tsx'
import { remember } from './suggestions.ts'

const columns: Column<Deduction>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: ({ name, kind }) => <Named name={name} note={kind !== 'other' && titleOf(kind)} />,
  },
  amountColumn,
  taxableColumn,
  ...periodColumns,
  descriptionColumn,
]

export default function Deductions({ employee }: TabProps) {
  return (
    <ItemTab
      employee={employee}
      title="Recurrent Deductions"
      add="Add Recurrent Deduction"
      icon={IconCashMinus}
      empty={{
        title: 'No recurrent deductions found',
        text: 'Add a recurrent deduction to see it here',
      }}
      list={deductions.list}
      columns={columns}
      form={DeductionForm}
      editable={() => true}
      remove={{ endpoint: deductions.remove, thing: 'Deduction' }}
    />
  )
}

type Kind = (typeof deductionKinds)[number]

/** 'post-retirement medical' keeps its hyphen. */
const titleOf = (kind: Kind) => kind.split('-').map(words).join('-')

const fund = 'Taken from pay. With Taxable = Yes it also lowers taxable pay, up to the legal limit.'
const relief = 'Not taken from pay: the amount only gives tax relief.'
const notes: Record<Kind, string> = {
  other: 'SACCO, HELB, advances: taken after tax, whatever Taxable says.',
  pension: fund,
  'post-retirement medical': fund,
  'mortgage interest': relief,
  'insurance premium': relief,
}
const kindOptions = deductionKinds.map((kind) => ({ value: kind, label: titleOf(kind) }))

function DeductionForm({ employee, row, onClose }: FormProps<Deduction>) {
  return (
    <FormModal
      endpoint={(row ? deductions.update : deductions.create) as typeof deductions.update}
      params={row ? { id: row.id } : undefined}
      title={row ? 'Edit Recurrent Deduction' : 'Add Recurrent Deduction'}
      action={row ? 'Update' : 'Add'}
      initial={{
        employee_id: employee.id,
        name: row?.name ?? '',
        amount: row?.amount ?? noNumber,
        taxable: row?.taxable === 0 ? '0' : '1',
        kind: row?.kind ?? 'other',
        from: row?.from ?? '',
        to: row?.to ?? '',
        description: row?.description ?? '',
      }}
      done={row ? 'Deduction updated successfully' : 'Deduction created successfully'}
      onDone={({ data }) => remember('deductions', data.name)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Name form={form} label="Deduction Name" list="deductions" />
          <Money label="Amount" {...form.getInputProps('amount')} />
          <Select
            label="Kind"
            description={notes[form.values.kind ?? 'other']}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={kindOptions}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
          <Taxable
            form={form}
            note="Taxable deductions will affect the employee's taxable income calculation."
          />
          <Period form={form} />
          <Description form={form} />
        </>
      )}
    </FormModal>
  )
}
