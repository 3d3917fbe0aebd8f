import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { authTexts } from './texts.ts'

interface Props {
  hidden: boolean
  onClose: (never: boolean) => void
}

export default function FirstTimeModal({ hidden, onClose }: Props) {
  useReturnFocus()
  const t = useLaterTexts(authTexts)
  const [never, setNever] = useState(hidden)
  return (
    <Modal opened onClose={() => onClose(never)} title={t.firstTime} size="sm">
      <Stack>
        <Text size="sm">{t.firstTimeText}</Text>
        <Group justify="space-between">
          <Checkbox
            label={t.dontShow}
            checked={never}
            onChange={(event) => setNever(event.currentTarget.checked)}
          />
          <Button onClick={() => onClose(never)} data-autofocus>
            {t.gotIt}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
