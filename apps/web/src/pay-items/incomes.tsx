import { Radio } from '@mantine/core'
import { type Income, incomes } from '@mshahara/contract/pay-items'
import type { Column } from '../ui/data-table.tsx'
import { type AnyForm, Description, Period } from '../ui/fields.tsx'
import { IconCoins } from '../ui/icons.ts'
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

const columns: Column<Income>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: ({ name, one_off }) => <Named name={name} note={one_off && 'One-off'} />,
  },
  ...paidColumns,
  ...periodColumns,
  noteColumn,
]

export default function Incomes(props: TabProps) {
  return (
    <RecordsTab
      calls={incomes}
      of={props.employee.id}
      one="Recurrent Income"
      short="Income"
      icon={IconCoins}
      columns={columns}
      blank={{ ...blankItem(props), one_off: '0', ...blankPeriod }}
      edited={({ taxable, one_off }) => ({ taxable: yesNo(taxable), one_off: yesNo(one_off) })}
      ask={askOf('incomes', props)}
      onSaved={({ name }) => remember('incomes', name)}
      fields={(form) => (
        <>
          <Name form={form} label="Income Name" list="incomes" />
          <Amount form={form} />
          <Taxable
            form={form}
            note="Taxable incomes will be included in the employee's taxable income."
          />
          <Nature form={form} />
          <Period form={form} />
          <Description form={form} rows={2} />
        </>
      )}
    />
  )
}

function Nature({ form }: { form: AnyForm }) {
  return (
    <Radio.Group label="Nature" {...form.getInputProps('one_off')}>
      <Radio
        value="0"
        label="Regular"
        description="Counts for tax, NSSF, SHIF and Housing Levy."
        mt={8}
      />
      <Radio
        value="1"
        label="One-off"
        description="Such as a bonus or leave pay: counts for tax and NSSF only."
        mt={8}
      />
    </Radio.Group>
  )
}
