import { Button, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { type CommissionRate, commissionRates } from '@mshahara/contract/structure'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import type { CallForm } from '../lib/form.ts'
import { amount, date } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconPencil, IconPercentage, IconPlus } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { Money } from '../ui/money.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { sizes } from './list.ts'
import { useAdding } from './round-trip.ts'

const facts: Column<CommissionRate>[] = [
  { key: 'name', title: 'Name', lead: true, render: ({ name }) => name },
  { key: 'display', title: 'Name(In Payslip)', render: ({ display_name }) => display_name },
  {
    key: 'amount',
    title: 'From Amount',
    align: 'right',
    oneLine: true,
    render: (rate) => `Ksh ${amount(rate.amount)}`,
  },
  { key: 'rate', title: 'Rate', align: 'right', oneLine: true, render: ({ rate }) => `${rate}%` },
  {
    key: 'description',
    title: 'Description',
    render: ({ description }) => description ?? 'Not specified',
  },
  { key: 'created', title: 'Created', oneLine: true, render: ({ created_at }) => date(created_at) },
]

export default function CommissionRates() {
  const read = useRead(commissionRates.list)
  const may = useMay()
  const [editing, setEditing] = useState<CommissionRate | null>(null)
  const adding = useAdding(may('create commission-rates'))
  const add = may('create commission-rates') && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={adding.add}>
      Add Commission Rate
    </Button>
  )
  const edit: Column<CommissionRate> = {
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
        title="Commission Rates Management"
        subtitle={(count) => `Commission Rates (${count})`}
        back={adding.back}
        actions={add}
        read={read}
        columns={may('edit commission-rates') ? [...facts, edit] : facts}
        rowKey={({ id }) => id}
        search={{
          label: 'Search commission rate',
          text: ({ name, display_name, description }) =>
            [name, display_name, description].join('\n'),
        }}
        sizes={sizes}
        perPage={10}
        numbered
        empty={(searching) => (
          <Empty
            icon={IconPercentage}
            title="No Commission Rates Found"
            text={
              searching
                ? 'No commission rates match your search criteria'
                : 'Start by adding your first commission rate'
            }
            action={!searching && add}
          />
        )}
      />
      {adding.adding && <AddRate cancel={adding.cancel} made={adding.made} />}
      {editing && <EditRate rate={editing} onClose={() => setEditing(null)} />}
    </>
  )
}

/** An empty number field holds no number, which the schema puts in words. */
const noNumber = '' as unknown as number
const blank = { name: '', display_name: '', amount: noNumber, rate: noNumber, description: '' }

interface AddProps {
  cancel: () => void
  made: (field: string, id: string) => void
}

function AddRate({ cancel, made }: AddProps) {
  return (
    <FormModal
      endpoint={commissionRates.create}
      title="Add Commission Rate"
      action="Save Commission Rate"
      size="lg"
      initial={blank}
      done="Commission Rate created successfully"
      onClose={() => {}}
      onCancel={cancel}
      onDone={({ data }) => made('commission_rate_id', data.id)}
    >
      {(form) => <Fields form={form} />}
    </FormModal>
  )
}

function EditRate({ rate, onClose }: { rate: CommissionRate; onClose: () => void }) {
  const { id, name, display_name, description, ...terms } = rate
  return (
    <FormModal
      endpoint={commissionRates.update}
      params={{ id }}
      title="Edit Commission Rate"
      action="Update Commission Rate"
      size="lg"
      initial={{
        name,
        // Left empty it follows the name, as it does when a rate is added.
        display_name: display_name === name ? '' : display_name,
        amount: terms.amount,
        rate: terms.rate,
        description: description ?? '',
      }}
      done="Commission Rate updated successfully"
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </FormModal>
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
        <NumberInput
          label="Rate (%)"
          placeholder="Enter rate percentage (0-100)"
          decimalScale={2}
          allowNegative={false}
          hideControls
          inputMode="decimal"
          {...form.getInputProps('rate')}
        />
      </SimpleGrid>
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
