import { Button, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import { useReturnFocus } from './return-focus.ts'
import { uiTexts } from './texts.ts'

export interface Question {
  title: string
  text: string
  /** What somebody should know before answering. */
  details?: ReactNode
  /** The words on the button that does it. */
  action: string
  danger?: boolean
}
export type OpenQuestion = Question & { answer: (sure: boolean) => void }

export default function ConfirmModal(question: OpenQuestion) {
  const { title, text, details, action, danger, answer } = question
  useReturnFocus()
  const t = useLaterTexts(uiTexts)
  return (
    <Modal opened onClose={() => answer(false)} title={title} size={details ? 'lg' : 'sm'}>
      <Stack>
        {details}
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {text}
        </Text>
        <div className="modal-foot">
          <Button variant="default" onClick={() => answer(false)} data-autofocus>
            {t.cancel}
          </Button>
          <Button color={danger ? 'red.8' : undefined} onClick={() => answer(true)}>
            {action}
          </Button>
        </div>
      </Stack>
    </Modal>
  )
}
