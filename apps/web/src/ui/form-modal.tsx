import { Button, Modal, Stack } from '@mantine/core'
import type { Endpoint } from '@mshahara/contract/endpoint'
import type { ReactNode } from 'react'
import { type CallForm, type CallFormOptions, useCallForm } from '../lib/form.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { useAsking } from './confirm.tsx'
import { useReturnFocus } from './return-focus.ts'
import { uiTexts } from './texts.ts'

interface Props<E extends Endpoint> extends CallFormOptions<E> {
  title: string
  /** The words on the main button. */
  action: string
  onClose: () => void
  /** Where cancelling leads somewhere other than success does. */
  onCancel?: () => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** The main button does what is not easily undone. */
  danger?: boolean
  /** Disables the main button until it holds; by default a click says what is missing. */
  ready?: (form: CallForm<E>) => boolean
  children: (form: CallForm<E>) => ReactNode
}

/** A modal form for an endpoint. Render it only while open; it closes itself on success. */
export function FormModal<E extends Endpoint>(props: Props<E>) {
  const { title, action, onClose, onCancel = onClose, size = 'md', children, ...rest } = props
  const { danger, ready, ...options } = rest
  useReturnFocus()
  const t = useLaterTexts(uiTexts)
  const asking = useAsking()
  const { form, submit, busy, mayClose } = useCallForm({
    ...options,
    onWaits: options.onWaits ?? onClose,
    onDone: async (sent, values) => {
      onClose()
      await options.onDone?.(sent, values)
    },
  })
  const cancel = async () => {
    if (await mayClose()) onCancel()
  }
  return (
    <Modal
      opened
      onClose={cancel}
      title={title}
      size={size}
      closeOnClickOutside={!form.isDirty()}
      // Escape answers the question on top of it.
      closeOnEscape={!asking}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {children(form)}
          <div className="modal-foot">
            <Button variant="default" onClick={cancel}>
              {t.cancel}
            </Button>
            <Button
              type="submit"
              color={danger ? 'red.8' : undefined}
              loading={busy}
              disabled={ready?.(form) === false}
            >
              {action}
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}
