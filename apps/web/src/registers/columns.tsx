import { Button, Group, Select, SimpleGrid, Text, Title } from '@mantine/core'
import {
  type ColumnsChosen,
  type RegisterColumn,
  type RegisterCompared,
  registerColumns,
} from '@mshahara/contract/registers'
import { useState } from 'react'
import { missingIn, titleOf } from './words.ts'

interface Props {
  found: RegisterCompared
  chosen: { columns: ColumnsChosen }
  busy: boolean
  onChange: (columns: ColumnsChosen) => void
}

/** Which heading of the sheet is what: as it was recognised, and changed by hand. */
export function Columns({ found, chosen, busy, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const missing = missingIn(found)
  return (
    <section className="card" aria-label="Columns" style={{ padding: 'var(--card-pad)' }}>
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 320px' }}>
          <Title order={2}>Columns</Title>
          <Text size="sm" c="dimmed">
            {`Read from the sheet "${found.sheet}". `}
            {missing.length > 0
              ? `Not compared: ${missing.join(', ')}.`
              : 'Every figure is compared.'}
          </Text>
        </div>
        <Button variant="default" onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? 'Close' : 'Match columns'}
        </Button>
      </Group>
      {open && (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mt="md">
          {registerColumns.map((column) => (
            <Match
              key={column}
              {...{ column, found, busy }}
              onChange={(heading) => onChange({ ...chosen.columns, [column]: heading })}
            />
          ))}
        </SimpleGrid>
      )}
    </section>
  )
}

interface MatchProps extends Pick<Props, 'found' | 'busy'> {
  column: RegisterColumn
  onChange: (heading: string | null) => void
}

const Match = ({ column, found, busy, onChange }: MatchProps) => (
  <Select
    label={titleOf(column)}
    placeholder="Not in the sheet"
    data={[...new Set(found.headings)]}
    value={found.columns[column]}
    disabled={busy}
    clearable
    searchable
    onChange={onChange}
  />
)
