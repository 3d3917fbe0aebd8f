import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../lib/language.tsx'
import { offlineTexts } from './texts.ts'

/** Beside the sign-in form, on a phone where something is kept. */
export default function OpenKept() {
  const { openKept } = useTexts(offlineTexts)
  return (
    <Anchor component={Link} to="/offline" size="sm">
      {openKept}
    </Anchor>
  )
}
