import { Button, Group, Modal, Stack } from '@mantine/core'
import type { Endpoint } from '@mshahara/contract/endpoint'
import type { ReactNode } from 'react'
import { type CallForm, type CallFormOptions, useCallForm } from '../lib/form.ts'
import { useReturnFocus } from './return-focus.ts'

interface Props<E extends Endpoint> extends CallFormOptions<E> {
  title: string
  /** The words on the main button. */
  action: string
  onClose: () => void
  size?: 'sm' | 'md' | 'lg'
  children: (form: CallForm<E>) => ReactNode
}

/** Endpoint in, fields inside. Render it while it is open; it closes itself when it succeeded. */
export function FormModal<E extends Endpoint>(props: Props<E>) {
  const { title, action, onClose, size = 'md', children, ...options } = props
  useReturnFocus()
  const { form, submit, busy } = useCallForm({
    ...options,
    onDone: async (sent, values) => {
      onClose()
      await options.onDone?.(sent, values)
    },
  })
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {children(form)}
          <Group justify="flex-end" mt="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
