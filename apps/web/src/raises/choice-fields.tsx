import { MultiSelect, Select, SimpleGrid, Stack } from '@mantine/core'
import { terms } from '@mshahara/contract/employee-fields'
import { employees } from '@mshahara/contract/employees'
import type { raiseRoundings } from '@mshahara/contract/raises'
import { departments, designations } from '@mshahara/contract/structure'
import { useRead } from '../lib/api.ts'
import { fullName } from '../lib/format.ts'
import { firstMonth, monthName, monthsBetween, thisMonth } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { Figure, Money } from '../ui/money.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { UnitSelect } from '../ui/unit-select.tsx'
import type { Choice } from './choice.ts'
import classes from './raises.module.css'

interface Props {
  choice: Choice
  onChange: (part: Partial<Choice>) => void
}

/** Whom it is for, how much it is, and from when. */
export const ChoiceFields = (props: Props) => (
  <Stack gap="md">
    <Whom {...props} />
    <HowMuch {...props} />
  </Stack>
)

function Whom({ choice, onChange }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <UnitSelect
        units={departments}
        label="Department"
        placeholder="All departments"
        clearable
        value={choice.department}
        onChange={(department) => onChange({ department })}
      />
      <UnitSelect
        units={designations}
        label="Designation"
        placeholder="All designations"
        clearable
        value={choice.designation}
        onChange={(designation) => onChange({ designation })}
      />
      <Select
        label="Employment Terms"
        placeholder="All terms"
        clearable
        data={[...terms]}
        value={choice.terms}
        onChange={(next) => onChange({ terms: next })}
      />
      <People {...{ choice, onChange }} />
    </SimpleGrid>
  )
}

/** So many names are offered at once; more are found by typing. */
const mostOffered = 50

function People({ choice, onChange }: Props) {
  const may = useMay()(employees.list)
  const { data } = useRead(employees.list, undefined, { enabled: may })
  const options = (data ?? []).map((one) => ({
    value: one.id,
    label: `${fullName(one)} (${one.employee_no})`,
  }))
  return (
    <MultiSelect
      label="People"
      placeholder={choice.people.length === 0 ? 'Everybody' : undefined}
      classNames={{ input: classes.people }}
      searchable
      clearable
      hidePickedOptions
      limit={mostOffered}
      nothingFoundMessage="Nobody matches"
      data={options}
      value={choice.people}
      onChange={(people) => onChange({ people })}
    />
  )
}

const kinds: { value: Choice['what']; label: string }[] = [
  { value: 'percent', label: 'By percent' },
  { value: 'more', label: 'By an amount' },
  { value: 'to', label: 'To a new salary' },
  { value: 'net', label: 'To an agreed net' },
]
const roundings: Record<(typeof raiseRoundings)[number], string> = {
  cent: 'Not rounded',
  shilling: 'To 1 shilling',
  ten: 'To 10 shillings',
  fifty: 'To 50 shillings',
  hundred: 'To 100 shillings',
}

function months() {
  const year = Number(thisMonth().slice(0, 4))
  const last = `${year + 2}-${thisMonth().slice(5)}`
  const newestFirst = monthsBetween(firstMonth, last).reverse()
  return newestFirst.map((value) => ({ value, label: monthName(value) }))
}

function HowMuch({ choice, onChange }: Props) {
  const { what } = choice
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 6 }}>
      <SearchSelect
        label="From"
        data={months()}
        nothingFoundMessage="No such month"
        value={choice.from}
        onChange={(from) => from && onChange({ from })}
      />
      <Select
        label="Raise"
        allowDeselect={false}
        data={kinds}
        value={what}
        onChange={(next) => onChange({ what: next as Choice['what'] })}
      />
      {what === 'percent' ? (
        <Figure
          label="Percent"
          value={choice.percent}
          onChange={(percent) => onChange({ percent })}
        />
      ) : (
        <Money
          label={what === 'more' ? 'Amount' : what === 'net' ? 'New Net' : 'New Salary'}
          value={choice.amount}
          onChange={(amount) => onChange({ amount })}
        />
      )}
      <Money
        label="Raise of at least"
        value={choice.least}
        onChange={(least) => onChange({ least })}
      />
      <Money
        label="Salary of at least"
        value={choice.floor}
        onChange={(floor) => onChange({ floor })}
      />
      <Select
        label="Rounded"
        allowDeselect={false}
        data={Object.entries(roundings).map(([value, label]) => ({ value, label }))}
        value={choice.rounding}
        onChange={(rounding) => onChange({ rounding: rounding as Choice['rounding'] })}
      />
    </SimpleGrid>
  )
}
