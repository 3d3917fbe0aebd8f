import { Anchor } from '@mantine/core'
import type { MouseEventHandler } from 'react'
import { useTexts } from '../lib/language.tsx'
import { offlineTexts } from './texts.ts'

/** Beside the sign-in form, on a phone where something is kept. */
export default function OpenKept({ onClick }: { onClick: MouseEventHandler<HTMLAnchorElement> }) {
  const { openKept } = useTexts(offlineTexts)
  return (
    <Anchor href="/offline" onClick={onClick} size="sm">
      {openKept}
    </Anchor>
  )
}
