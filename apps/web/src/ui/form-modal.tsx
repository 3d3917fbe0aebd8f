import { Button, Modal, Stack } from '@mantine/core'
import type { Endpoint } from '@mshahara/contract/endpoint'
import type { ReactNode } from 'react'
import { type CallForm, type CallFormOptions, useCallForm } from '../lib/form.ts'
import { useReturnFocus } from './return-focus.ts'

interface Props<E extends Endpoint> extends CallFormOptions<E> {
  title: string
  /** The words on the main button. */
  action: string
  onClose: () => void
  /** Where cancelling leads somewhere other than success does. */
  onCancel?: () => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Disables the main button until it holds; by default a click says what is missing. */
  ready?: (form: CallForm<E>) => boolean
  children: (form: CallForm<E>) => ReactNode
}

/** A modal form for an endpoint. Render it only while open; it closes itself on success. */
export function FormModal<E extends Endpoint>(props: Props<E>) {
  const { title, action, onClose, onCancel = onClose, size = 'md', children, ...options } = props
  useReturnFocus()
  const { form, submit, busy } = useCallForm({
    ...options,
    onDone: async (sent, values) => {
      onClose()
      await options.onDone?.(sent, values)
    },
  })
  return (
    <Modal
      opened
      onClose={onCancel}
      title={title}
      size={size}
      closeOnClickOutside={!form.isDirty()}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {children(form)}
          <div className="modal-foot">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={props.ready?.(form) === false}>
              {action}
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}
