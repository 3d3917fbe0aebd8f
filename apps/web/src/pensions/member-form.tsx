import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { employees } from '@mshahara/contract/employees'
import type { pensionMembers } from '@mshahara/contract/pensions'
import { type PensionMember, type PensionScheme, pensionSchemes } from '@mshahara/contract/pensions'
import { useMemo } from 'react'
import { useRead } from '../lib/api.ts'
import type { CallForm } from '../lib/form.ts'
import { fullName } from '../lib/format.ts'
import { monthName, monthOptions, thisMonth } from '../lib/months.ts'
import { noteBelow, optional } from '../ui/fields.tsx'
import { PersonField } from '../ui/person-field.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { Parts } from './parts.tsx'

type Form = CallForm<typeof pensionMembers.create>

export const blankMember = () => ({
  ...{ scheme_id: '', employee_id: '', member_no: '', from: thisMonth(), to: '' },
  ...{ own_percent: '', own_amount: '', employer_percent: '', employer_amount: '' },
})

interface Props {
  form: Form
  row: PensionMember | null
  /** Asked for whom, where that is not known. */
  asks?: 'employee' | 'scheme'
}

/** Somebody in a scheme. Who and which stay: what was paid was paid for them. */
export function MemberFields({ form, row, asks }: Props) {
  const { data: schemes } = useRead(pensionSchemes.list)
  const scheme = schemes?.find(({ id }) => id === form.values.scheme_id)
  return (
    <>
      {row && (
        <Text size="sm" c="dimmed">
          What is changed counts in payslips that are still to be made; confirmed ones keep theirs.
        </Text>
      )}
      {!row && asks === 'employee' && <Employee form={form} />}
      {!row && asks === 'scheme' && <Scheme form={form} schemes={schemes ?? []} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Month form={form} name="from" label="First Month" />
        <Month form={form} name="to" label="Last Month" none="Until further notice" />
      </SimpleGrid>
      <TextInput
        label="Member Number"
        description="As the scheme calls the person; it stands on the monthly schedule"
        {...noteBelow}
        {...optional}
        {...form.getInputProps('member_no')}
      />
      <Parts
        form={form}
        otherwise={scheme}
        note="Only where the person's parts are not the scheme's: a percentage or an amount of every month. Left empty, the scheme's count."
      />
    </>
  )
}

function useEmployees(search: string) {
  const query = { search, limit: 20 }
  const { data } = useRead(employees.list, { query }, { keep: true })
  return data?.map((one) => ({ ...one, name: fullName(one) }))
}

const Employee = ({ form }: { form: Form }) => (
  <PersonField
    label="Employee"
    required
    autoFocus
    value={form.values.employee_id}
    onChange={(id) => form.setFieldValue('employee_id', id)}
    error={form.errors.employee_id}
    useFound={useEmployees}
  />
)

const Scheme = ({ form, schemes }: { form: Form; schemes: readonly PensionScheme[] }) => (
  <Select
    label="Pension Scheme"
    placeholder={schemes.length === 0 ? 'Add one under Pension Schemes first' : 'Select scheme'}
    data={schemes.map(({ id, name }) => ({ value: id, label: name }))}
    data-autofocus
    {...form.getInputProps('scheme_id')}
    value={form.values.scheme_id || null}
  />
)

interface MonthProps {
  form: Form
  name: 'from' | 'to'
  label: string
  /** For none, whose value is ''. */
  none?: string
}

/** Also the one that was given by a sheet or a call, however far away. */
function Month({ form, name, label, none }: MonthProps) {
  const given = form.values[name]
  const options = useMemo(() => {
    const months = monthOptions(`${Number(thisMonth().slice(0, 4)) + 1}-11`)
    const known = months.some(({ value }) => value === given)
    const other = given && !known ? [{ value: given, label: monthName(given) }] : []
    return [...(none ? [{ value: '', label: none }] : []), ...months, ...other]
  }, [given, none])
  return (
    <SearchSelect
      label={label}
      data={options}
      nothingFoundMessage="No such month"
      {...(none && optional)}
      {...form.getInputProps(name)}
    />
  )
}
