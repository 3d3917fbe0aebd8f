import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { employees } from '@mshahara/contract/employees'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { wholeName } from '../lib/format.ts'
import { useLaterTexts, useLaterWords } from '../lib/language.tsx'
import { useMay, useProfile } from '../lib/session.ts'
import { screens } from '../routes.tsx'
import { IconSearch, IconUserCircle } from '../ui/icons.ts'
import { jumpsFor } from './menu.ts'
import { shellTexts } from './texts.ts'

/** Any screen the person may open, and any employee. Opens each time it is wanted. */
export default function JumpList({ wanted }: { wanted: number }) {
  const profile = useProfile()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const may = useMay()
  const people = usePeople(query)
  const t = useLaterTexts(shellTexts)
  const words = useLaterWords(shellTexts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per request.
  useEffect(() => spotlight.open(), [wanted])
  const places = jumpsFor(screens, profile).map(({ path, label, icon: Icon }) => ({
    id: path,
    label: words[label] ?? label,
    leftSection: <Icon size={20} stroke={1.6} aria-hidden />,
    onClick: () => void navigate({ to: path }),
  }))
  const staff = people.map((person) => ({
    id: person.id,
    label: wholeName(person),
    description: `${person.employee_no} · ${person.id_number}`,
    // The server has searched already.
    keywords: query,
    leftSection: <IconUserCircle size={20} stroke={1.6} aria-hidden />,
    onClick: () => void navigate({ to: `/employee/${person.id}` }),
  }))
  const title = may(employees.list) ? 'Jump to a screen or a person' : t.jumpTitle
  return (
    <Spotlight
      actions={[...places, ...staff]}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={360}
      overlayProps={{ backgroundOpacity: 0.45, blur: 2 }}
      attributes={{ content: { 'aria-label': title } }}
      nothingFound={t.nothingFound}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: title,
        'aria-label': title,
      }}
    />
  )
}

/** The first employees a search finds, for whoever may see them. */
function usePeople(query: string) {
  const may = useMay()
  const [search] = useDebouncedValue(query.trim(), 200)
  const enabled = may(employees.list) && search.length > 1
  const { data } = useRead(employees.list, { query: { search, limit: 6 } }, { enabled, keep: true })
  return enabled ? (data ?? []) : []
}
