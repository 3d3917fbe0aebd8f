import { Group, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { makerChecker, type Proposal, type ShownChange } from '@mshahara/contract/maker-checker'
import { useState } from 'react'
import { useSlice } from '../lib/api.ts'
import { Card } from '../ui/card.tsx'
import { Paging } from '../ui/paging.tsx'
import { SheetButtons } from '../ui/sheet-buttons.tsx'
import { Changes } from './proposed.tsx'

const sizes = [25, 100, 500]

/** Every line that an upload would change, to page through, to search, or as a file. */
export function WholeList({ proposal: { id, listed } }: { proposal: Proposal }) {
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(25)
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, 250)
  const query = { offset: (page - 1) * perPage, limit: perPage, search: asked }
  const { data } = useSlice(makerChecker.lines, query, { id })
  const { rows = [], total = 0 } = (data ?? {}) as { rows?: ShownChange[]; total?: number }
  return (
    <Card title={`The whole list (${listed.toLocaleString('en')})`}>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <TextInput
            label="Search the list"
            value={search}
            onChange={({ currentTarget }) => {
              setSearch(currentTarget.value)
              setPage(1)
            }}
          />
          <SheetButtons endpoint={makerChecker.sheet} params={{ id }} />
        </Group>
        <Changes proposal={{ shown: rows, title: 'The whole list' }} />
        <Paging
          {...{ page, perPage, sizes, total }}
          pages={Math.max(1, Math.ceil(total / perPage))}
          onPage={setPage}
          onPerPage={(wanted) => {
            setPerPage(wanted)
            setPage(1)
          }}
        />
      </Stack>
    </Card>
  )
}
