import { Checkbox, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import {
  type PensionScheme,
  type pensionScheme,
  type pensionSchemeInput,
  pensionSchemes,
} from '@mshahara/contract/pensions'
import type { CallForm } from '../lib/form.ts'
import { noteBelow, optional } from '../ui/fields.tsx'
import { Money } from '../ui/money.tsx'
import type { RecordForm } from '../ui/record-modal.tsx'
import { Parts } from './parts.tsx'

type Form = CallForm<typeof pensionSchemes.create>
type SchemeForm = RecordForm<typeof pensionScheme, typeof pensionSchemeInput>

const kinds = [
  { value: 'pension', label: 'Pension scheme' },
  { value: 'provident', label: 'Provident fund' },
]
const bases = [
  { value: 'basic', label: 'Basic pay' },
  { value: 'gross', label: 'All taxed cash pay' },
]
const kindWords = new Map(kinds.map(({ value, label }) => [value, label]))
export const kindOf = ({ kind }: Pick<PensionScheme, 'kind'>) => kindWords.get(kind)

const calls = { create: pensionSchemes.create, update: pensionSchemes.update }

/** The form of a scheme, in the list and on its page. */
export const schemeForm: SchemeForm & { calls: typeof calls } = {
  calls,
  one: 'Pension Scheme',
  size: 'lg',
  blank: {
    ...{ name: '', number: '', kind: 'pension', base: 'basic', cap: '' },
    ...{ own_percent: '', own_amount: '', employer_percent: '', employer_amount: '' },
    contracts_out: false,
  },
  fields: (form, row) => <Fields form={form} row={row} />,
}

function Fields({ form, row }: { form: Form; row: PensionScheme | null }) {
  return (
    <>
      {row && (
        <Text size="sm" c="dimmed">
          What is changed counts in payslips that are still to be made; confirmed ones keep theirs.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Scheme Name"
          description="As payslips show it"
          {...noteBelow}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Scheme Number"
          description="Its number with the Retirement Benefits Authority"
          {...noteBelow}
          {...optional}
          {...form.getInputProps('number')}
        />
        <Select label="Kind" data={kinds} allowDeselect={false} {...form.getInputProps('kind')} />
        <Select
          label="Percentages Are Of"
          data={bases}
          allowDeselect={false}
          {...form.getInputProps('base')}
        />
      </SimpleGrid>
      <Parts
        form={form}
        note="A percentage of pay or an amount of every month; left empty, nothing."
      />
      <Money
        label="Highest Pay That Counts"
        description="Percentages are of no more than this a month. Left empty, all of the pay counts."
        {...noteBelow}
        {...optional}
        {...form.getInputProps('cap')}
      />
      <Checkbox
        label="NSSF tier II is contracted out to this scheme"
        description="NSSF then takes tier I only of its members; nothing is added here by itself, so the parts above have to include tier II."
        {...form.getInputProps('contracts_out', { type: 'checkbox' })}
      />
    </>
  )
}
