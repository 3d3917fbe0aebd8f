import { SimpleGrid, TextInput } from '@mantine/core'
import { type CommissionRate, commissionRates } from '@mshahara/contract/structure'
import type { CallForm } from '../lib/form.ts'
import { ksh } from '../lib/format.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Description, noNumber } from '../ui/fields.tsx'
import { IconPercentage } from '../ui/icons.ts'
import { Figure, Money } from '../ui/money.tsx'
import { Records } from '../ui/records.tsx'

const columns: Column<CommissionRate>[] = [
  nameColumn,
  {
    key: 'display',
    title: 'Name(In Payslip)',
    yields: 3,
    render: ({ display_name }) => display_name,
  },
  {
    key: 'amount',
    title: 'From Amount',
    align: 'right',
    oneLine: true,
    render: (rate) => ksh(rate.amount),
  },
  { key: 'rate', title: 'Rate', align: 'right', oneLine: true, render: ({ rate }) => `${rate}%` },
  descriptionColumn,
  createdColumn,
]

export default function CommissionRates() {
  return (
    <Records
      calls={commissionRates}
      one="Commission Rate"
      icon={IconPercentage}
      columns={columns}
      size="lg"
      blank={{ name: '', display_name: '', amount: noNumber, rate: noNumber, description: '' }}
      // Left empty it follows the name, as it does when a rate is added.
      edited={({ name, display_name }) => (display_name === name ? { display_name: '' } : {})}
      fields={(form) => <Fields form={form} />}
    />
  )
}

function Fields({ form }: { form: CallForm<typeof commissionRates.create> }) {
  return (
    <>
      <TextInput label="Commission Rate Name" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="Display Name"
        description="This is the name that will be displayed in the payslip"
        placeholder={form.values.name}
        {...form.getInputProps('display_name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Money
          label="From Amount"
          placeholder="Enter amount threshold"
          {...form.getInputProps('amount')}
        />
        <Figure
          label="Rate (%)"
          placeholder="Enter rate percentage (0-100)"
          hint="Please write it like 2.5, with two decimals at most."
          {...form.getInputProps('rate')}
        />
      </SimpleGrid>
      <Description form={form} />
    </>
  )
}
