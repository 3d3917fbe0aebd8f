import { Modal, ScrollArea, Stack, Text } from '@mantine/core'
import type { logEntry } from '@mshahara/contract/logs'
import type { z } from 'zod'
import { stamp } from '../lib/format.ts'
import { Detail } from '../ui/detail.tsx'
import classes from './log-details.module.css'

export type Entry = z.output<typeof logEntry>

/** Properties as indented JSON; text that is none stays as it is. */
export function pretty(properties: unknown): string {
  if (properties === null || properties === undefined || properties === '') return 'No data'
  let value = properties
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value)
    } catch {
      return String(properties)
    }
  }
  const empty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return empty ? 'No data' : JSON.stringify(value, null, 2)
}

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
            ]}
          />
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
