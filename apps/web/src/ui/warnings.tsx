import { Alert } from '@mantine/core'
import { IconAlertTriangle } from './icons.ts'

/** What somebody should know before they pay or decide, a sentence each. */
export function Warnings({ of }: { of: readonly string[] }) {
  return of.map((sentence) => (
    <Alert key={sentence} color="orange" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {sentence}
    </Alert>
  ))
}
