import { Anchor, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'

/** Shown by itself once a page load, until the person ticks it away. */
let shown = false

export function FirstTime() {
  const [hidden, setHidden] = useLocalStorage({
    key: 'mshahara.first-time-hidden',
    defaultValue: '',
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (value) => value ?? '',
  })
  const [opened, setOpened] = useState(!shown && hidden === '')
  const [never, setNever] = useState(hidden !== '')
  function close() {
    shown = true
    setHidden(never ? '1' : '')
    setOpened(false)
  }
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={() => setOpened(true)}>
        First Time Login?
      </Anchor>
      <Modal opened={opened} onClose={close} title="First Time Login?" size="sm">
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
            <Button onClick={close} data-autofocus>
              Got it
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
