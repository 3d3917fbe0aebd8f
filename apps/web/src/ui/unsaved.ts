import { useBlocker } from '@tanstack/react-router'
import { isSignedIn } from '../lib/session.ts'
import { confirm } from './confirm.tsx'

const question = {
  title: 'Leave without saving?',
  text: 'What you have entered or changed here is not saved yet.',
  action: 'Leave',
  danger: true,
}

export const mayDiscard = () => confirm(question)

/** Asks before a half-filled form is left: by a link, by Back, or with the tab. */
export function useUnsaved(isUnsaved: () => boolean) {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Without a session there is nothing left to save it with.
      if (current.pathname === next.pathname || !isUnsaved() || !isSignedIn()) return false
      return !(await mayDiscard())
    },
    enableBeforeUnload: isUnsaved,
  })
}
