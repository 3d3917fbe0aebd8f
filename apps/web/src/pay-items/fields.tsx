import { Autocomplete, Group, Radio } from '@mantine/core'
import type { ItemList, ItemNames } from '@mshahara/contract/pay-items'
import { type AnyForm, noNumber, noteBelow } from '../ui/fields.tsx'
import { Money } from '../ui/money.tsx'
import { askIfUnusual } from '../ui/unusual.ts'
import { useSuggestions } from './suggestions.ts'

/** What the tabs and forms of pay items share. */

export interface TabProps {
  employee: { id: string; salary: number }
}

/** A pay item before anything is filled in. */
export const blankItem = ({ employee }: TabProps) =>
  ({ employee_id: employee.id, name: '', amount: noNumber, taxable: '1' }) as const
export const blankPeriod = { from: '', to: '', description: '' }

/** Asks about an amount far from what the item was, is elsewhere, or the person earns. */
export const askOf =
  (list: ItemList, { employee: { salary } }: TabProps) =>
  ({ amount, name }: { amount: unknown; name: string }, row: { amount: number } | null) =>
    askIfUnusual({ amount, before: row?.amount, item: { list, name }, salary })

/** Yes and No, as the radio buttons have them. */
export const yesNo = (value: boolean | 0 | 1): '0' | '1' => (value ? '1' : '0')

interface NameProps {
  form: AnyForm
  label: string
  list: keyof ItemNames
}

export function Name({ form, label, list }: NameProps) {
  return (
    <Autocomplete
      label={label}
      data={useSuggestions(list)}
      limit={8}
      // Offered once something is typed: open at once, it would hide the rest of the form.
      openOnFocus={false}
      maxLength={120}
      data-autofocus
      {...form.getInputProps('name')}
    />
  )
}

export const Amount = ({ form }: { form: AnyForm }) => (
  <Money label="Amount" {...form.getInputProps('amount')} />
)

export function Taxable({ form, note }: { form: AnyForm; note: string }) {
  return (
    <Radio.Group
      label="Taxable"
      description={note}
      {...noteBelow}
      {...form.getInputProps('taxable')}
    >
      <Group gap="lg" my={6}>
        <Radio value="1" label="Yes" />
        <Radio value="0" label="No" />
      </Group>
    </Radio.Group>
  )
}
