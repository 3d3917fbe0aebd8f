import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import { authTexts } from './texts.ts'

interface Props {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  busy: boolean
  /** What Cancel does, when it does not simply lead to the sign-in screen. */
  onCancel?: () => void
  children: ReactNode
}

/** The form of a screen without navigation: fields, then Cancel and Submit side by side. */
export function PanelForm({ onSubmit, busy, onCancel, children }: Props) {
  const t = useLaterTexts(authTexts)
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        <Group grow>
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              {t.cancel}
            </Button>
          ) : (
            <Button variant="default" component={Link} to="/login">
              {t.cancel}
            </Button>
          )}
          <Button type="submit" loading={busy}>
            {t.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
