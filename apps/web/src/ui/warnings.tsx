import { Alert } from '@mantine/core'
import { bulleted, toast } from '../lib/toast.tsx'
import { IconAlertTriangle } from './icons.ts'

/** What could make somebody be paid twice, a sentence each. */
export function Warnings({ of }: { of: readonly string[] }) {
  return of.map((sentence) => (
    <Alert key={sentence} color="orange" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {sentence}
    </Alert>
  ))
}

/** The same of something that is done: it stays until somebody has read it. */
export function warn(sentences: readonly string[]) {
  if (sentences.length > 0) toast('warning', bulleted([...sentences]), { seconds: false })
}
