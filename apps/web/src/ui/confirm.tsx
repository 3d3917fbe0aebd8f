import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

interface Question {
  title: string
  text: string
  /** The words on the button that does it. */
  action: string
  danger?: boolean
}

/** Asks before something that is not easily undone. */
export function confirm({ title, text, action, danger }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: action, cancel: 'Cancel' },
      confirmProps: danger ? { color: 'red' } : undefined,
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
