import { Modal, ScrollArea, Stack, Text } from '@mantine/core'
import type { logEntry } from '@mshahara/contract/logs'
import type { z } from 'zod'
import { stamp } from '../lib/format.ts'
import { Detail } from '../ui/detail.tsx'
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
