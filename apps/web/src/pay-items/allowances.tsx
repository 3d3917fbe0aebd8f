import { Select } from '@mantine/core'
import { type Allowance, allowances, allowanceTypes } from '@mshahara/contract/pay-items'
import { words } from '../lib/format.ts'
import { createdColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { noteBelow } from '../ui/fields.tsx'
import { IconCashBanknote } from '../ui/icons.ts'
import { RecordsTab } from '../ui/records-tab.tsx'
import { Named, paidColumns } from './cells.tsx'
import { Amount, askOf, blankItem, Name, type TabProps, Taxable, yesNo } from './fields.tsx'
import { Since, sinceOf } from './late.tsx'
import { remember } from './suggestions.ts'
import { useItemWords } from './words.tsx'

const columns: Column<Allowance>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: ({ name, type }) => <Named name={name} note={type !== 'other' && words(type)} />,
  },
  ...paidColumns,
  createdColumn,
]

const typeOptions = allowanceTypes.map((type) => ({ value: type, label: words(type) }))

const typeNote = (type: Allowance['type'] | undefined) =>
  type === 'leave'
    ? 'Leave allowance: counts towards tax and NSSF, but not SHIF and Housing Levy.'
    : 'For the tax returns, which list allowances by type.'

export default function Allowances(props: TabProps) {
  return (
    <RecordsTab
      say={useItemWords()}
      calls={allowances}
      of={props.employee.id}
      one="Allowance"
      icon={IconCashBanknote}
      columns={columns}
      blank={{ ...blankItem(props), type: 'other', since: '' }}
      edited={(row) => ({ taxable: yesNo(row.taxable), since: sinceOf(row) })}
      ask={askOf('allowances', props)}
      onSaved={({ name }) => remember('allowances', name)}
      fields={(form, row) => (
        <>
          <Name form={form} label="Allowance Name" list="allowances" />
          <Amount form={form} />
          <Select
            label="Type"
            description={typeNote(form.values.type)}
            {...noteBelow}
            data={typeOptions}
            {...form.getInputProps('type')}
          />
          <Taxable
            form={form}
            note="Taxable allowances will be included in the employee's taxable income."
          />
          <Since form={form} calls={allowances} row={row} />
        </>
      )}
    />
  )
}
