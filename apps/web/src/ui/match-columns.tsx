import { Button, Group, Select, SimpleGrid, Text, Title } from '@mantine/core'
import { useState } from 'react'

interface Props<Key extends string> {
  keys: readonly Key[]
  titleOf: (key: Key) => string
  /** Of the sheet that was read. */
  sheet: string
  headings: readonly string[]
  found: Record<Key, string | null>
  /** What the columns that were not found mean for what is done with the sheet. */
  note: string
  busy: boolean
  onChange: (key: Key, heading: string | null) => void
}

/** Which heading of a sheet is what: as it was recognised, and changed by hand. */
export function MatchColumns<Key extends string>(props: Props<Key>) {
  const { keys, titleOf, sheet, headings, found, note, busy, onChange } = props
  const [open, setOpen] = useState(false)
  return (
    <section className="card" aria-label="Columns" style={{ padding: 'var(--card-pad)' }}>
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: '1 1 320px' }}>
          <Title order={2}>Columns</Title>
          <Text size="sm" c="dimmed">
            {`Read from the sheet "${sheet}". ${note}`}
          </Text>
        </div>
        <Button variant="default" onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? 'Close' : 'Match columns'}
        </Button>
      </Group>
      {open && (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mt="md">
          {keys.map((key) => (
            <Select
              key={key}
              label={titleOf(key)}
              placeholder="Not in the sheet"
              data={[...new Set(headings)]}
              value={found[key] as string | null}
              disabled={busy}
              clearable
              searchable
              onChange={(heading) => onChange(key, heading)}
            />
          ))}
        </SimpleGrid>
      )}
    </section>
  )
}
