import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { leaveCalendar } from '@mshahara/contract/leave-balances'
import { useState } from 'react'
import { useAct } from '../ui/act.ts'
import { useReturnFocus } from '../ui/return-focus.ts'

/** A private address for calendar programs. It is shown once, and a new one ends the old one. */
export function CalendarFeed({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const [address, setAddress] = useState<string | null>(null)
  const make = useAct(leaveCalendar.feed, { renews: false })
  const end = useAct(leaveCalendar.closeFeed, { notice: ({ message }) => message })
  return (
    <Modal opened onClose={onClose} title="Calendar Address" size="lg">
      <Stack gap="md">
        <Text size="sm">
          Your calendar program can show your leave, and that colleagues of your department are
          away. It needs a private address. Making a new one ends the one you had.
        </Text>
        {address && (
          <>
            <TextInput
              label="Private address"
              readOnly
              value={address}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Alert color="yellow">
              Whoever has this address sees what it shows. It is not shown again.
            </Alert>
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
            Close the Address
          </Button>
          <Button
            loading={make.busy}
            onClick={async () => setAddress((await make.run())?.address ?? null)}
          >
            {address ? 'Make Another' : 'Make a New Address'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
