import { Modal, ScrollArea, Stack, Table, Text } from '@mantine/core'
import type { logEntry } from '@mshahara/contract/logs'
import type { z } from 'zod'
import { stamp } from '../lib/format.ts'
import { Detail } from '../ui/detail.tsx'
import { changesOf } from './changes.ts'
import classes from './log-details.module.css'
import { pretty } from './pretty.ts'

export type Entry = z.output<typeof logEntry>

export function LogDetails({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  return (
    <Modal opened={entry !== null} onClose={onClose} title="Log Details" size="lg">
      {entry && (
        <Stack>
          <Detail
            items={[
              ['User', entry.description],
              ['Date & Time', stamp(entry.created_at)],
              ['Description', `${entry.event} ${entry.log_name}`],
              ...(entry.subject ? [['Record', entry.subject] as [string, string]] : []),
            ]}
          />
          <Changes entry={entry} />
          <div>
            <Text size="sm" c="dimmed">
              Data
            </Text>
            <ScrollArea.Autosize mah={300} type="auto" viewportProps={{ tabIndex: 0 }}>
              <pre className={classes.data}>{pretty(entry.properties)}</pre>
            </ScrollArea.Autosize>
          </div>
        </Stack>
      )}
    </Modal>
  )
}

/** Field by field, from what it was to what it became. */
function Changes({ entry }: { entry: Entry }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return null
  const updated = entry.event === 'updated'
  return (
    <ScrollArea.Autosize mah={300} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table verticalSpacing={6} aria-label="What changed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            {updated && <Table.Th>Before</Table.Th>}
            <Table.Th>{updated ? 'After' : 'Value'}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ field, before, after }) => (
            <Table.Tr key={field}>
              <Table.Td>{field}</Table.Td>
              {updated && <Table.Td c="dimmed">{before}</Table.Td>}
              <Table.Td>{updated || after !== '—' ? after : before}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
