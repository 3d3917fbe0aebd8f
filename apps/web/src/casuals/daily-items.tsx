import { SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { daysOf } from '@mshahara/contract/casual-payroll'
import {
  type Casual,
  type CasualAdvance,
  type CasualDeduction,
  casualAdvances,
  casualDeductions,
} from '@mshahara/contract/casuals'
import { counted } from '@mshahara/contract/counted'
import { amount, date } from '../lib/format.ts'
import { amountColumn, createdColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import Day from '../ui/day.tsx'
import { type AnyForm, noNumber, optional } from '../ui/fields.tsx'
import { IconCashBanknote, IconCashMinus } from '../ui/icons.ts'
import { Money } from '../ui/money.tsx'
import { RecordsTab } from '../ui/records-tab.tsx'

/** What is added to and taken from each day's pay. */

const name: Column<{ name: string }> = {
  key: 'name',
  title: 'Name',
  lead: true,
  render: ({ name: called }) => called,
}
const description: Column<{ description: string | null }> = {
  key: 'description',
  title: 'Description',
  yields: 2,
  render: ({ description: text }) => (
    <Text size="sm" maw={150} truncate title={text ?? undefined}>
      {text ?? '—'}
    </Text>
  ),
}
const daily = amountColumn('amount', 'Amount', (row: { amount: number }) => row.amount)

const advanceColumns: Column<CasualAdvance>[] = [name, daily, description, createdColumn]
const deductionColumns: Column<CasualDeduction>[] = [
  name,
  daily,
  { key: 'from', title: 'From', oneLine: true, render: ({ from }) => date(from) },
  { key: 'to', title: 'To', oneLine: true, render: ({ to }) => date(to) },
  description,
  createdColumn,
]

const Note = ({ form }: { form: AnyForm }) => (
  <Textarea
    label="Description"
    autosize
    minRows={2}
    maxRows={6}
    {...optional}
    {...form.getInputProps('description')}
  />
)
const told = (value: unknown) => amount(typeof value === 'number' ? value : 0)

export function Advances({ casual }: { casual: Casual }) {
  return (
    <RecordsTab
      calls={casualAdvances}
      of={casual.id}
      one="Advance"
      named
      title="Casual Advances"
      icon={IconCashBanknote}
      columns={advanceColumns}
      blank={{ casual_id: casual.id, name: '', amount: noNumber, description: '' }}
      fields={(form) => (
        <>
          <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
          <Money label="Amount (daily advance)" {...form.getInputProps('amount')} />
          <Note form={form} />
          <Text size="sm" c="dimmed">
            {`Ksh. ${told(form.values.amount)} added daily to Casual's pay.`}
          </Text>
        </>
      )}
    />
  )
}

export function Deductions({ casual }: { casual: Casual }) {
  const blank = { casual_id: casual.id, name: '', amount: noNumber, description: '' }
  return (
    <RecordsTab
      calls={casualDeductions}
      of={casual.id}
      one="Deduction"
      named
      title="Casual Deductions"
      icon={IconCashMinus}
      columns={deductionColumns}
      blank={{ ...blank, from: '', to: '' }}
      fields={(form) => {
        const { from, to, amount: each } = form.values
        const field = (key: 'from' | 'to') => ({
          ...form.getInputProps(key),
          value: form.values[key] || null,
          onChange: (day: string | null) => form.setFieldValue(key, day ?? ''),
        })
        const days = from && to && to >= from ? daysOf(from, to) : 0
        return (
          <>
            <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
            <Money label="Amount (daily deduction)" {...form.getInputProps('amount')} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <Day
                label="From"
                allowDeselect={false}
                placeholder="Select a day"
                {...field('from')}
              />
              <Day label="To" allowDeselect={false} placeholder="Select a day" {...field('to')} />
            </SimpleGrid>
            <Note form={form} />
            <Text size="sm" c="dimmed">
              {`Ksh. ${told(each)} deducted daily for a period of ${counted(days, 'day')}, totaling Ksh. ${told(
                typeof each === 'number' ? each * days : 0,
              )}`}
            </Text>
          </>
        )
      }}
    />
  )
}
