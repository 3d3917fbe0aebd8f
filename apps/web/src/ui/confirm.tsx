import { lazy, Suspense, useCallback, useRef, useSyncExternalStore } from 'react'
import type { OpenQuestion, Question } from './confirm-modal.tsx'

const ConfirmModal = lazy(() => import('./confirm-modal.tsx'))

let open: OpenQuestion | null = null
const listeners = new Set<() => void>()

function show(next: OpenQuestion | null) {
  open = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks before something that is not easily undone. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (sure: boolean) => {
      show(null)
      resolve(sure)
    }
    show({ ...question, answer })
  })
}

/** Asks what needs asking; a yes is not asked for again. */
export function useAskOnce() {
  const agreed = useRef('')
  return useCallback(async (question: Question | undefined): Promise<boolean> => {
    if (!question || question.text === agreed.current) return true
    const yes = await confirm(question)
    if (yes) agreed.current = question.text
    return yes
  }, [])
}

export const useAsking = () => useSyncExternalStore(subscribe, () => open !== null)

/** The place where questions appear; once in each layout that asks any. */
export function Confirmation() {
  const question = useSyncExternalStore(subscribe, () => open)
  return (
    question && (
      <Suspense fallback={null}>
        <ConfirmModal {...question} />
      </Suspense>
    )
  )
}
