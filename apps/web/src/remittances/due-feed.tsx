import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { remittances } from '@mshahara/contract/remittances'
import { useState } from 'react'
import { useAct } from '../ui/act.ts'
import { useReturnFocus } from '../ui/return-focus.ts'

/** A private address of due days. It is shown once, and a new one ends the old one. */
export function DueFeed({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const [address, setAddress] = useState<string | null>(null)
  const make = useAct(remittances.feed, { renews: false })
  const end = useAct(remittances.closeFeed, { notice: ({ message }) => message })
  return (
    <Modal opened onClose={onClose} title="Due Days in Your Calendar" size="lg">
      <Stack gap="md">
        <Text size="sm">
          A calendar program that subscribes to this address shows when what is due, and what is
          paid. It names nobody and has no amounts. Whoever has the address can see it.
        </Text>
        {address && (
          <>
            <TextInput
              label="Private address"
              readOnly
              value={address}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Alert color="yellow">It is shown this once. Making another ends this one.</Alert>
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
            Close Address
          </Button>
          <Button
            loading={make.busy}
            onClick={async () => setAddress((await make.run())?.address ?? null)}
          >
            {address ? 'Another Address' : 'New Address'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
