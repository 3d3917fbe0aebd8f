import { Select, SimpleGrid, Switch, Text } from '@mantine/core'
import { switchesFor, terms } from '@mshahara/contract/employee-fields'
import { useMemo } from 'react'
import { ksh, today } from '../lib/format.ts'
import { monthName, monthsBetween } from '../lib/months.ts'
import Day from '../ui/day.tsx'
import { noteBelow, optional } from '../ui/fields.tsx'
import { FormSection } from '../ui/form-section.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { isNet, SalaryAgreed } from './agreed-net.tsx'
import { Arrears } from './arrears.tsx'
import type { Section } from './form-values.ts'

export function Employment(section: Section) {
  const { form, employee } = section
  const { tos } = form.values
  const consultant = tos === 'Consultant'
  // Adding asks for the end of a contract only; editing also shows it to consultants.
  const ends = tos === 'Contract' || (employee !== undefined && consultant)
  function changeTerms(next: string | null) {
    if (!next || next === tos) return
    const left = employee?.status === 'terminated'
    form.setValues({
      tos: next,
      ...switchesFor(next),
      // A fee is agreed as it is invoiced.
      ...(next === 'Consultant' && isNet(section)
        ? { agreed_net: null, salary: employee?.salary ?? '' }
        : {}),
      // A hidden contract end must not cut a permanent employment short.
      ...(next === 'Permanent' && !left ? { termination_date: null } : {}),
    })
  }
  return (
    <>
      <FormSection title="Employment Information">
        <Select
          label="Employment Terms"
          data={[...terms]}
          value={tos}
          error={form.errors.tos}
          onChange={changeTerms}
        />
        <SalaryAgreed {...section} />
        {employee && <SalaryFrom {...section} employee={employee} />}
        <Day
          label="Employment Date"
          placeholder="28 February, 2026"
          {...form.getInputProps('employment_date')}
        />
        {ends && (
          <Day
            label="Termination Date"
            clearable
            placeholder="28 February, 2027"
            {...optional}
            {...form.getInputProps('termination_date')}
          />
        )}
      </FormSection>
      {employee && <Arrears {...section} employee={employee} />}
      <Deductions {...section} />
    </>
  )
}

/** A new salary asks from which month it applies (B5). */
function SalaryFrom({ form, employee }: Required<Section>) {
  const { values } = form
  const { salary, agreed_net, employment_date, next_salary_month } = employee
  const options = useMemo(() => {
    const last = `${Number(today().slice(0, 4)) + 1}-12`
    const newestFirst = monthsBetween(employment_date.slice(0, 7), last).reverse()
    return newestFirst.map((month) => ({ value: month, label: monthName(month) }))
  }, [employment_date])
  const isNow = isNet({ form })
    ? values.agreed_net === agreed_net
    : agreed_net === null && values.salary === salary
  if (isNow) return null
  const from = values.salary_from ?? next_salary_month
  return (
    <SearchSelect
      label="New salary from"
      data={options}
      nothingFoundMessage="No such month"
      description={replacedBy(employee, from) ?? 'Payrolls already confirmed stay as they are.'}
      {...noteBelow}
      value={from}
      error={form.errors.salary_from}
      onChange={(month) => month && form.setFieldValue('salary_from', month)}
    />
  )
}

/** What is recorded last wins, so an entry from a later month would no longer count. */
function replacedBy({ salaries }: NonNullable<Section['employee']>, from: string) {
  const later = salaries.find(({ month, state }) => month > from && state !== 'replaced')
  if (!later) return undefined
  const then = later.agreed_net === null ? ksh(later.amount) : `${ksh(later.agreed_net)} net`
  return `${then} from ${monthName(later.month)} is on record and will no longer count.`
}

const switches = [
  ['paye', 'Deduct PAYE', 'Deduct PAYE'],
  ['nhif', 'Deduct NHIF', 'Deduct SHIF'],
  ['nssf', 'Deduct NSSF', 'Deduct NSSF'],
  ['housing', 'Housing Levy', 'Housing Levy'],
  ['nita', 'Deduct NITA', 'Deduct NITA'],
  ['email_payslip', 'Email Payslip', 'Email Payslip'],
] as const

function Deductions({ form, employee }: Section) {
  const { values } = form
  return (
    <FormSection title="Deductions" columns={1}>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} verticalSpacing="sm">
        {switches.map(([name, adding, editing]) => (
          <Switch
            key={name}
            label={employee ? editing : adding}
            checked={values[name]}
            onChange={(event) => form.setFieldValue(name, event.currentTarget.checked)}
          />
        ))}
      </SimpleGrid>
      {values.tos === 'Consultant' && (
        <Text size="sm" c="dimmed">
          Consultants have no statutory deductions; withholding tax follows the fee.
        </Text>
      )}
    </FormSection>
  )
}
