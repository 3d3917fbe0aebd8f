import { useDebouncedValue } from '@mantine/hooks'
import { organizations } from '@mshahara/contract/organizations'
import { type ReactNode, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { SearchSelect } from '../ui/search-select.tsx'

interface Props {
  value?: string
  error?: ReactNode
  onChange?: (id: string | null) => void
}

interface Option {
  value: string
  label: string
}

/** Finds one among any number of organisations: the server searches. */
export function OrganizationField({ value = '', error, onChange }: Props) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Option | null>(null)
  const typed = text === chosen?.label ? '' : text.trim()
  const found = useFound(typed)
  const kept = chosen && !found.some((option) => option.value === chosen.value) ? [chosen] : []
  return (
    <SearchSelect
      label="Organization"
      placeholder="Type to search..."
      nothingFoundMessage="No organization matches"
      data={[...kept, ...found]}
      // The server has searched already.
      filter={({ options }) => (typed ? found : options)}
      searchValue={text}
      onSearchChange={setText}
      value={value || null}
      error={error}
      onChange={(id, option) => {
        setChosen(option)
        onChange?.(id)
      }}
    />
  )
}

/**
 * Names alone can be alike; the email tells them apart. While the answer is on its way, only those
 * of the last one who can be meant: Tab must not take somebody else.
 */
function useFound(typed: string): Option[] {
  const [search] = useDebouncedValue(typed, 200)
  const { data, isPlaceholderData } = useRead(
    organizations.list,
    { query: { search, limit: 20 } },
    { keep: true },
  )
  const settled = search === typed && !isPlaceholderData
  const isMeant = ({ label }: Option) => label.toLowerCase().includes(typed.toLowerCase())
  return (data ?? [])
    .map(({ id, name, email }) => ({ value: id, label: email ? `${name} (${email})` : name }))
    .filter((option) => settled || isMeant(option))
}
