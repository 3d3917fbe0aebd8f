import { Button, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useReturnFocus } from './return-focus.ts'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Something to read and close. Render it only while open. */
export function ReadModal({ title, onClose, children }: Props) {
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        {children}
        <div className="modal-foot">
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        </div>
      </Stack>
    </Modal>
  )
}
