import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '../ui/icons.ts'
import { spoken } from './spoken.ts'

/** The one way to tell somebody something: top-right, dismissible, announced to screen readers. */

interface Options {
  /** Shown once at a time under this id. */
  id?: string
  /** False: until it is dismissed. */
  seconds?: number | false
}

const kinds = {
  success: { color: 'brand', seconds: 7, icon: IconCheck },
  info: { color: 'blue', seconds: 7, icon: IconInfoCircle },
  warning: { color: 'yellow', seconds: 7, icon: IconAlertTriangle },
  error: { color: 'red', seconds: 10, icon: IconX },
} as const
export type ToastKind = keyof typeof kinds

export function toast(kind: ToastKind, message: ReactNode, options: Options = {}) {
  const { color, seconds: usual, icon: Icon } = kinds[kind]
  const { id = idFor(kind, message), seconds = usual } = options
  if (kind === 'success') hideErrors()
  if (kind === 'error' && id) errors.add(id)
  notifications.show({
    id,
    color,
    message,
    icon: <Icon size={18} aria-hidden />,
    autoClose: seconds && seconds * 1000,
    withBorder: true,
    closeButtonProps: { 'aria-label': spoken() === 'sw' ? 'Ondoa' : 'Dismiss' },
  })
}

/** What somebody has to do something about: it stays until it is dismissed. */
export const warn = (message: string) => toast('warning', message, { seconds: false })

/** What has succeeded is no longer wrong. */
const errors = new Set<string>()
function hideErrors() {
  for (const id of errors) notifications.hide(id)
  errors.clear()
}

const shown = new Map<string, string>()

/** Ten calls that fail alike show one message; a second success replaces the first. */
function idFor(kind: ToastKind, message: ReactNode): string | undefined {
  if (kind === 'error') return typeof message === 'string' ? message : crypto.randomUUID()
  if (typeof message !== 'string') return undefined
  const before = shown.get(message)
  if (before) notifications.hide(before)
  const id = crypto.randomUUID()
  shown.set(message, id)
  return id
}

export const hideToast = (id: string) => notifications.hide(shown.get(id) ?? id)

export function bulleted(sentences: string[]): ReactNode {
  if (sentences.length === 1) return sentences[0]
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.1em' }}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
