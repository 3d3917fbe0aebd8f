import { Button, Checkbox, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import classes from './first-time-modal.module.css'
import { authTexts } from './texts.ts'

interface Props {
  hidden: boolean
  onClose: (never: boolean) => void
}

/**
 * The browser's own dialog, which keeps and gives back the focus by itself: it opens on a first
 * visit, for which the library's would have to be fetched.
 */
export function FirstTimeModal({ hidden, onClose }: Props) {
  const t = useLaterTexts(authTexts)
  const [never, setNever] = useState(hidden)
  const dialog = useRef<HTMLDialogElement>(null)
  const agreed = useRef<HTMLButtonElement>(null)
  const title = useId()
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    agreed.current?.focus()
    return () => current?.close()
  }, [])
  const close = () => onClose(never)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: with keys it is closed by Escape.
    <dialog
      ref={dialog}
      className={classes.modal}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={({ target }) => {
        // What is around it belongs to it, and nothing inside does.
        if (target === dialog.current) close()
      }}
    >
      <Stack className={classes.inside}>
        <Group justify="space-between" wrap="nowrap">
          <h2 id={title} className={classes.title}>
            {t.firstTime}
          </h2>
          <CloseButton aria-label={t.close} onClick={close} />
        </Group>
        <Text size="sm">{t.firstTimeText}</Text>
        <Group justify="space-between">
          <Checkbox
            label={t.dontShow}
            checked={never}
            onChange={(event) => setNever(event.currentTarget.checked)}
          />
          <Button ref={agreed} onClick={close}>
            {t.gotIt}
          </Button>
        </Group>
      </Stack>
    </dialog>
  )
}
