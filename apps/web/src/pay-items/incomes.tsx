import { type Income, incomes } from '@mshahara/contract/pay-items'
import type { Column } from '../ui/data-table.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCoins } from '../ui/icons.ts'
import { Money } from '../ui/money.tsx'
import { amountColumn, descriptionColumn, Named, periodColumns, taxableColumn } from './cells.tsx'
import { Choice, Description, Name, noNumber, Period, Taxable } from './fields.tsx'
import { type FormProps, ItemTab, type TabProps } from './item-tab.tsx'
import { remember } from './suggestions.ts'

const columns: Column<Income>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: ({ name, one_off }) => <Named name={name} note={one_off && 'One-off'} />,
  },
  amountColumn,
  taxableColumn,
  ...periodColumns,
  descriptionColumn,
]

export default function Incomes({ employee }: TabProps) {
  return (
    <ItemTab
      employee={employee}
      title="Recurrent Incomes"
      add="Add Recurrent Income"
      icon={IconCoins}
      empty={{
        title: 'No recurrent incomes found',
        text: 'Add a recurrent income to see it here',
      }}
      list={incomes.list}
      columns={columns}
      form={IncomeForm}
      editable={() => true}
      remove={{ endpoint: incomes.remove, thing: 'Income' }}
    />
  )
}

const nature = [
  {
    value: '0',
    label: 'Regular',
    note: 'Counts for tax, NSSF, SHIF and Housing Levy.',
  },
  {
    value: '1',
    label: 'One-off',
    note: 'Such as a bonus or leave pay: counts for tax and NSSF only.',
  },
]

function IncomeForm({ employee, row, onClose }: FormProps<Income>) {
  return (
    <FormModal
      endpoint={(row ? incomes.update : incomes.create) as typeof incomes.update}
      params={row ? { id: row.id } : undefined}
      title={row ? 'Edit Recurrent Income' : 'Add Recurrent Income'}
      action={row ? 'Update' : 'Add'}
      initial={{
        employee_id: employee.id,
        name: row?.name ?? '',
        amount: row?.amount ?? noNumber,
        taxable: row?.taxable === 0 ? '0' : '1',
        one_off: row?.one_off ? '1' : '0',
        from: row?.from ?? '',
        to: row?.to ?? '',
        description: row?.description ?? '',
      }}
      done={row ? 'Income updated successfully' : 'Income created successfully'}
      onDone={({ data }) => remember('incomes', data.name)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Name form={form} label="Income Name" list="incomes" />
          <Money label="Amount" {...form.getInputProps('amount')} />
          <Taxable
            form={form}
            note="Taxable incomes will be included in the employee's taxable income."
          />
          <Choice form={form} name="one_off" label="Nature" options={nature} />
          <Period form={form} />
          <Description form={form} />
        </>
      )}
    </FormModal>
  )
}
