import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { leaveCalendar } from '@mshahara/contract/leave-balances'
import { useState } from 'react'
import { useTexts } from '../lib/language.tsx'
import { useAct } from '../ui/act.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { partTexts } from './part-texts.ts'

/** A private address for calendar programs. It is shown once, and a new one ends the old one. */
export function CalendarFeed({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const t = useTexts(partTexts)
  const [address, setAddress] = useState<string | null>(null)
  const make = useAct(leaveCalendar.feed, { renews: false })
  const end = useAct(leaveCalendar.closeFeed, { notice: ({ message }) => message })
  return (
    <Modal opened onClose={onClose} title={t.address} size="lg">
      <Stack gap="md">
        <Text size="sm">{t.addressText}</Text>
        {address && (
          <>
            <TextInput
              label={t.privateAddress}
              readOnly
              value={address}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Alert color="yellow">{t.shownOnce}</Alert>
          </>
        )}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={end.busy}
            onClick={async () => {
              if (await end.run()) setAddress(null)
            }}
          >
            {t.closeAddress}
          </Button>
          <Button
            loading={make.busy}
            onClick={async () => setAddress((await make.run())?.address ?? null)}
          >
            {address ? t.another : t.newAddress}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
