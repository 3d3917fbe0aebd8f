import { useState } from 'react'
import { useSwitch } from '../organizations/index.ts'
import { IconDoorEnter } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'

interface Props {
  organization: { id: string; name: string }
  /** The screen to open there. */
  to?: string
}

/** Into the organisation that a line is about. */
export function Enter({ organization: { id, name }, to }: Props) {
  const switchTo = useSwitch()
  const [busy, setBusy] = useState(false)
  async function enter() {
    setBusy(true)
    await switchTo(id, to)
    setBusy(false)
  }
  return (
    <RowButton icon={IconDoorEnter} label={`Open ${name}`} busy={busy} onClick={enter}>
      Open
    </RowButton>
  )
}
