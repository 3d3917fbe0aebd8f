import { Autocomplete, SimpleGrid, TextInput } from '@mantine/core'
import { type bank, organizations } from '@mshahara/contract/organizations'
import { useMemo } from 'react'
import type { z } from 'zod'
import { useRead } from '../lib/api.ts'
import { noteBelow, optional } from './fields.tsx'

type Bank = z.output<typeof bank>
type Text = string | null | undefined

/** Any form with a bank, its branch and an account. */
export interface BankForm {
  values: { bank_name?: Text; branch_name?: Text }
  getInputProps: (path: 'bank_name' | 'branch_name' | 'account_no') => object
  setFieldValue: (path: 'bank_name' | 'branch_name', value: string) => void
}

const suggestions = {
  placeholder: 'Type to search...',
  limit: 40,
  ...noteBelow,
  ...optional,
}

const same = (a: Text, b: string) => a?.trim().toLowerCase() === b.toLowerCase()
const named = <T extends { name: string }>(items: T[] | undefined, name: Text) =>
  items?.find((item) => same(name, item.name))
const namesOf = (items: { name: string }[] = []) =>
  [...new Set(items.map(({ name }) => name))].sort((a, b) => a.localeCompare(b))

/** Names are suggested but any may be typed; the codes of known ones are shown. */
export function BankFields({ form }: { form: BankForm }) {
  const { data } = useRead(organizations.banks, undefined, { fixed: true })
  const bankNames = useMemo(() => namesOf(data ?? []), [data])
  const { bank_name, branch_name } = form.values
  const chosen: Bank | undefined = named(data ?? [], bank_name)
  const branch = named(chosen?.branches, branch_name)
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Autocomplete
        label="Bank Name"
        data={bankNames}
        description={chosen && `Bank code ${chosen.code}`}
        {...suggestions}
        {...form.getInputProps('bank_name')}
        onChange={(value) => {
          if (value !== bank_name) form.setFieldValue('branch_name', '')
          form.setFieldValue('bank_name', value)
        }}
      />
      <Autocomplete
        // The list belongs to the bank: another bank, another list.
        key={chosen?.code}
        label="Branch Name"
        data={namesOf(chosen?.branches)}
        description={branch && `Branch code ${branch.code}`}
        {...suggestions}
        {...form.getInputProps('branch_name')}
      />
      <TextInput
        label="Account Number"
        inputMode="numeric"
        {...optional}
        {...form.getInputProps('account_no')}
      />
    </SimpleGrid>
  )
}
