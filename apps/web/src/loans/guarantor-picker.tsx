import { useDebouncedValue } from '@mantine/hooks'
import type { Colleague } from '@mshahara/contract/loan-fields'
import { loans } from '@mshahara/contract/loans'
import { type ReactNode, useState } from 'react'
import { call, useRead } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { toast } from '../lib/toast.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { applyTexts } from './apply-texts.ts'

interface Props {
  label: string
  value: string | null
  onChange: (id: string | null) => void
  error?: ReactNode
  /** Of the loan, when there is one already. */
  loan_id?: string
  /** Who was chosen in the other field. */
  other?: string | null
}

const nameOf = ({ name, employee_no, department }: Colleague) =>
  [`${name} (${employee_no})`, department?.name].filter(Boolean).join(', ')

/** A colleague, asked of the server by name; checked as soon as one is chosen. */
export function GuarantorPicker({ label, value, onChange, error, loan_id, other }: Props) {
  const t = useTexts(applyTexts)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Colleague | null>(null)
  const [asked] = useDebouncedValue(search, 200)
  const isChosen = chosen !== null && asked === nameOf(chosen)
  const { data } = useRead(
    loans.colleagues,
    { query: { search: isChosen ? '' : asked, limit: 50 } },
    { keep: true },
  )
  const offered = chosen && !data?.some(({ id }) => id === chosen.id) ? [chosen] : []
  const people = [...offered, ...(data ?? [])]

  async function choose(id: string | null) {
    setChosen(people.find((one) => one.id === id) ?? null)
    onChange(id)
    const refusal = id && (await refusalOf(id))
    if (!refusal) return
    toast('error', refusal)
    setChosen(null)
    setSearch('')
    onChange(null)
  }

  async function refusalOf(id: string): Promise<string | null> {
    if (id === other) return t.alreadySelected
    const sent = await call(loans.checkGuarantor, {
      body: { employee_id: id, ...(loan_id && { loan_id }) },
    }).catch(() => null)
    return sent?.data.refusal ?? null
  }

  return (
    <SearchSelect
      label={label}
      required
      placeholder={t.typeName}
      nothingFoundMessage={t.noColleague}
      data={people.map((one) => ({ value: one.id, label: nameOf(one) }))}
      value={value}
      onChange={(id) => void choose(id)}
      searchValue={search}
      onSearchChange={setSearch}
      clearable
      clearButtonProps={{ 'aria-label': t.clear({ label }) }}
      error={error}
    />
  )
}
