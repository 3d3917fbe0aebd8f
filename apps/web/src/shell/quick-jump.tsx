import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'

const JumpList = lazy(() => import('./jump-list.tsx'))

/** Ctrl/⌘ K, or the field in the top bar; its code is fetched when it is first wanted. */
export function useQuickJump() {
  const [wanted, setWanted] = useState(0)
  const open = () => setWanted((times) => times + 1)
  useHotkeys([['mod+K', open]], [])
  const list = wanted > 0 && (
    <Suspense fallback={null}>
      <JumpList wanted={wanted} />
    </Suspense>
  )
  return { open, list }
}
