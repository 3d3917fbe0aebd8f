import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useProfile } from '../lib/session.ts'
import { screens } from '../routes.tsx'
import { IconSearch } from '../ui/icons.ts'
import { jumpsFor } from './menu.ts'

/** Any screen the person may open, by its name. Opens each time it is wanted anew. */
export default function JumpList({ wanted }: { wanted: number }) {
  const profile = useProfile()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish opens it once.
  useEffect(() => spotlight.open(), [wanted])
  const actions = jumpsFor(screens, profile).map(({ path, label, icon: Sign }) => ({
    id: path,
    label,
    leftSection: <Sign size={20} stroke={1.6} aria-hidden />,
    onClick: () => void navigate({ to: path }),
  }))
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={360}
      overlayProps={{ backgroundOpacity: 0.45, blur: 2 }}
      attributes={{ content: { 'aria-label': 'Jump to a screen' } }}
      nothingFound="No screen of that name"
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: 'Jump to a screen',
        'aria-label': 'Jump to a screen',
      }}
    />
  )
}
