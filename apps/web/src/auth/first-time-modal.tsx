import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useReturnFocus } from '../ui/return-focus.ts'

interface Props {
  hidden: boolean
  onClose: (never: boolean) => void
}

export default function FirstTimeModal({ hidden, onClose }: Props) {
  useReturnFocus()
  const [never, setNever] = useState(hidden)
  return (
    <Modal opened onClose={() => onClose(never)} title="First Time Login?" size="sm">
      <Stack>
        <Text size="sm">
          To activate your account, please use your email address and ID number as your password.
          You will then receive an email with a login password.
        </Text>
        <Group justify="space-between">
          <Checkbox
            label="Don't show this again"
            checked={never}
            onChange={(event) => setNever(event.currentTarget.checked)}
          />
          <Button onClick={() => onClose(never)} data-autofocus>
            Got it
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
