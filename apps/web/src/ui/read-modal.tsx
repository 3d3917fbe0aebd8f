import { Button, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import { useReturnFocus } from './return-focus.ts'
import { uiTexts } from './texts.ts'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Something to read and close. Render it only while open. */
export function ReadModal({ title, onClose, children }: Props) {
  useReturnFocus()
  const t = useLaterTexts(uiTexts)
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        {children}
        <div className="modal-foot">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t.close}
          </Button>
        </div>
      </Stack>
    </Modal>
  )
}
