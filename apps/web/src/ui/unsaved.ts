import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isSignedIn } from '../lib/session.ts'
import { confirm } from './confirm.tsx'

/** The forms on the screen that ask before they are lost, and whether each has anything to lose. */
const forms = new Set<() => boolean>()

export const mayDiscard = () =>
  confirm({
    title: 'Leave without saving?',
    text: 'What you have entered or changed here is not saved yet.',
    action: 'Leave',
    danger: true,
  })

/** For what takes the screen away by itself: signing out, another organisation. */
export async function mayLeave(): Promise<boolean> {
  const unsaved = [...forms].some((isUnsaved) => isUnsaved())
  if (unsaved && !(await mayDiscard())) return false
  // Answered for all of them; the way out asks no more.
  forms.clear()
  return true
}

/** Asks before a half-filled form is left: by a link, by Back, or with the tab. */
export function useUnsaved(isUnsaved: () => boolean) {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  const asked = useRef(() => latest.current()).current
  useEffect(() => {
    forms.add(asked)
    return () => void forms.delete(asked)
  }, [asked])
  const holds = () => forms.has(asked) && asked()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Without a session there is nothing left to save it with.
      if (current.pathname === next.pathname || !holds() || !isSignedIn()) return false
      return !(await mayDiscard())
    },
    enableBeforeUnload: holds,
  })
}
