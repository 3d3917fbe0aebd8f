import { Select } from '@mantine/core'
import { type Allowance, allowances, allowanceTypes } from '@mshahara/contract/pay-items'
import { words } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCashBanknote } from '../ui/icons.ts'
import { Money } from '../ui/money.tsx'
import { amountColumn, createdColumn, Named, taxableColumn } from './cells.tsx'
import { Name, noNumber, Taxable } from './fields.tsx'
import { type FormProps, ItemTab, type TabProps } from './item-tab.tsx'
import { remember } from './suggestions.ts'

const columns: Column<Allowance>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: ({ name, type }) => <Named name={name} note={type !== 'other' && words(type)} />,
  },
  amountColumn,
  taxableColumn,
  createdColumn,
]

export default function Allowances({ employee }: TabProps) {
  return (
    <ItemTab
      employee={employee}
      title="Allowances"
      add="Add Allowance"
      icon={IconCashBanknote}
      empty={{ title: 'No allowances found', text: 'Add an allowance to see it here' }}
      list={allowances.list}
      columns={columns}
      form={AllowanceForm}
      editable={() => true}
      remove={{ endpoint: allowances.remove, thing: 'Allowance' }}
    />
  )
}

const typeOptions = allowanceTypes.map((type) => ({ value: type, label: words(type) }))

function AllowanceForm({ employee, row, onClose }: FormProps<Allowance>) {
  return (
    <FormModal
      endpoint={(row ? allowances.update : allowances.create) as typeof allowances.update}
      params={row ? { id: row.id } : undefined}
      title={row ? 'Edit Allowance' : 'Add Allowance'}
      action={row ? 'Update' : 'Add'}
      initial={{
        employee_id: employee.id,
        name: row?.name ?? '',
        amount: row?.amount ?? noNumber,
        taxable: row?.taxable === 0 ? '0' : '1',
        type: row?.type ?? 'other',
      }}
      done={row ? 'Allowance updated successfully' : 'Allowance created successfully'}
      onDone={({ data }) => remember('allowances', data.name)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Name form={form} label="Allowance Name" list="allowances" />
          <Money label="Amount" {...form.getInputProps('amount')} />
          <Select
            label="Type"
            description="For the tax returns, which list allowances by type."
            data={typeOptions}
            allowDeselect={false}
            {...form.getInputProps('type')}
          />
          <Taxable
            form={form}
            note="Taxable allowances will be included in the employee's taxable income."
          />
        </>
      )}
    </FormModal>
  )
}
