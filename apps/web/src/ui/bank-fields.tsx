import { type ComboboxItem, SimpleGrid, TextInput } from '@mantine/core'
import {
  type Bank,
  bankCalled,
  banksLike,
  branchCalled,
  branchesLike,
} from '@mshahara/contract/banks'
import { organizations } from '@mshahara/contract/organizations'
import { type ReactNode, useMemo } from 'react'
import { useRead } from '../lib/api.ts'
import { noteBelow, optional } from './fields.tsx'
import { SearchSelect } from './search-select.tsx'
import { Suggest } from './suggest.tsx'

type Text = string | null | undefined

/** Any form with a bank, its branch and an account. */
export interface BankForm {
  values: { bank_name?: Text; branch_name?: Text }
  getInputProps: (path: 'bank_name' | 'branch_name' | 'account_no') => object
  setFieldValue: (path: 'bank_name' | 'branch_name', value: string) => void
}

/** What deserves a look at a field, such as somebody else's account number. */
export type Warnings = Partial<Record<string, ReactNode>>

const suggestions = { limit: 40, ...noteBelow }

const sorted = (names: string[]) => [...new Set(names)].sort((a, b) => a.localeCompare(b))

/** A bank is picked, by any of its names or its code; one from before that we do not know stays. */
function useBanks(current: Text, unknown: string) {
  const { data } = useRead(organizations.banks, undefined, { fixed: true })
  return useMemo(() => {
    const banks: Bank[] = data ?? []
    const chosen = bankCalled(banks, current)
    const names = sorted(banks.map(({ name }) => name))
    const optionOf = (name: string): ComboboxItem => ({ value: name, label: name })
    const options = names.map(optionOf)
    if (current && data && !chosen) {
      options.unshift({ value: current, label: `${current} (${unknown})` })
    }
    const filter = ({ search }: { search: string }) =>
      search.trim() ? banksLike(banks, search).map(({ name }) => optionOf(name)) : options
    return { chosen, options, filter, ready: data !== undefined }
  }, [data, current, unknown])
}

const usualLabels = {
  bank_name: 'Bank Name',
  branch_name: 'Branch Name',
  account_no: 'Account Number',
}

const asItIs = (words: string) => words

interface Props {
  form: BankForm
  warnings?: Warnings
  /** In the reader's language. */
  labels?: typeof usualLabels
  say?: (words: string) => string
  /** Bank and account have to be given. */
  required?: true
}

export function BankFields({ form, warnings = {}, required, ...props }: Props) {
  const { labels = usualLabels, say = asItIs } = props
  const { bank_name, branch_name } = form.values
  const { chosen, options, filter, ready } = useBanks(bank_name, say('not in the list'))
  const branch = branchCalled(chosen, branch_name)
  const mark = required ? {} : optional
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <SearchSelect
        label={labels.bank_name}
        data={options}
        clearable
        clearButtonProps={{ 'aria-label': `${say('Clear')} ${labels.bank_name}` }}
        filter={filter}
        nothingFoundMessage={say('No bank of this name')}
        placeholder={say('Type to search...')}
        description={warnings.bank_name ?? (chosen && `${say('Bank code')} ${chosen.code}`)}
        {...suggestions}
        {...mark}
        {...form.getInputProps('bank_name')}
        value={ready ? (chosen?.name ?? bank_name) || null : null}
        onChange={(value) => {
          if (value !== bank_name) form.setFieldValue('branch_name', '')
          form.setFieldValue('bank_name', value ?? '')
        }}
      />
      <Suggest
        // The list belongs to the bank: another bank, another list.
        key={chosen?.code}
        label={labels.branch_name}
        data={sorted(chosen?.branches.map(({ name }) => name) ?? [])}
        filter={({ options, search, limit }) => {
          if (!search.trim() || !chosen) return options.slice(0, limit)
          const names = new Set(branchesLike(chosen, search).map(({ name }) => name))
          return [...names].slice(0, limit).map((name) => ({ value: name, label: name }))
        }}
        placeholder={say('Type to search...')}
        description={warnings.branch_name ?? (branch && `${say('Branch code')} ${branch.code}`)}
        {...suggestions}
        {...optional}
        {...form.getInputProps('branch_name')}
      />
      <TextInput
        label={labels.account_no}
        inputMode="numeric"
        description={warnings.account_no}
        {...noteBelow}
        {...mark}
        {...form.getInputProps('account_no')}
      />
    </SimpleGrid>
  )
}
