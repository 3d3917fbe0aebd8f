import { Radio } from '@mantine/core'
import { type Income, incomes } from '@mshahara/contract/pay-items'
import type { CallForm } from '../lib/form.ts'
import { monthOptions, thisMonth } from '../lib/months.ts'
import type { Column } from '../ui/data-table.tsx'
import { Description, noteBelow, Period } from '../ui/fields.tsx'
import { IconCoins } from '../ui/icons.ts'
import { RecordsTab } from '../ui/records-tab.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { Named, noteColumn, PaidTag, paidColumns, periodColumns } from './cells.tsx'
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
import { Since, sinceOf } from './late.tsx'
import { remember } from './suggestions.ts'
import { useItemWords } from './words.tsx'

const columns: Column<Income>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: ({ name, one_off, status }) => (
      <>
        <Named name={name} note={one_off && 'One-off'} />
        {status === 'paid' && <PaidTag />}
      </>
    ),
  },
  ...paidColumns,
  ...periodColumns,
  noteColumn,
]

export default function Incomes(props: TabProps) {
  return (
    <RecordsTab
      say={useItemWords()}
      calls={incomes}
      of={props.employee.id}
      one="Recurrent Income"
      short="Income"
      icon={IconCoins}
      columns={columns}
      settled={({ status }) => status === 'paid'}
      blank={{ ...blankItem(props), one_off: '0', ...blankPeriod, since: '' }}
      edited={(row) => ({
        ...{ taxable: yesNo(row.taxable), one_off: yesNo(row.one_off), since: sinceOf(row) },
      })}
      ask={askOf('incomes', props)}
      onSaved={({ name }) => remember('incomes', name)}
      fields={(form, row) => (
        <>
          <Name form={form} label="Income Name" list="incomes" />
          <Amount form={form} />
          <Taxable
            form={form}
            note="Taxable incomes will be included in the employee's taxable income."
          />
          <Nature form={form} />
          {!isOneOff(form) && <Since form={form} calls={incomes} row={row} />}
          {isOneOff(form) ? <PaidIn form={form} /> : <Period form={form} />}
          <Description form={form} rows={2} />
        </>
      )}
    />
  )
}

type IncomeForm = CallForm<typeof incomes.create>

const isOneOff = ({ values }: IncomeForm) => values.one_off === '1'

/** A one-off has a month instead of a period (B23). */
function Nature({ form }: { form: IncomeForm }) {
  const change = (one_off: string) => {
    const month = form.values.from?.slice(0, 7) || thisMonth()
    form.setValues(
      one_off === '1'
        ? { one_off, from: `${month}-01`, to: '', since: '' }
        : { one_off: '0', to: '' },
    )
  }
  return (
    <Radio.Group label="Nature" {...form.getInputProps('one_off')} onChange={change}>
      <Radio
        value="0"
        label="Regular"
        description="Counts for tax, NSSF, SHIF and Housing Levy."
        mt={8}
      />
      <Radio
        value="1"
        label="One-off"
        description="Such as a bonus or leave pay, paid in one month: counts for tax and NSSF only."
        mt={8}
      />
    </Radio.Group>
  )
}

function PaidIn({ form }: { form: IncomeForm }) {
  return (
    <SearchSelect
      label="Paid in"
      description="It is paid once, with the payroll of this month."
      {...noteBelow}
      data={monthOptions(`${Number(thisMonth().slice(0, 4)) + 1}-11`)}
      nothingFoundMessage="No such month"
      {...form.getInputProps('from')}
      value={form.values.from.slice(0, 7)}
      onChange={(month) => month && form.setFieldValue('from', `${month}-01`)}
    />
  )
}
