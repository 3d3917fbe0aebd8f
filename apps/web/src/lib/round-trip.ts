import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { safeNext } from './next.ts'

/**
 * `?add=true` opens the add modal at once. With `next`, a form elsewhere asked for a new record:
 * once it is made, its id goes back there under a name of the form's choosing.
 */

/** The address to return to, with the id of what was made. */
export function withId(next: string, name: string, id: string, origin: string): string {
  const url = new URL(next, origin)
  url.searchParams.set(name, id)
  return url.pathname + url.search + url.hash
}

export function useAdding(may: boolean) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const router = useRouter()
  const [pressed, setPressed] = useState(false)
  const requested = search.add !== undefined && search.add !== 'false'
  const next = requested ? safeNext(search.next, location.origin) : null

  /** Back to the form that asked, or to the list without the request in its address. */
  function leave(to: string | null) {
    setPressed(false)
    if (to) return router.history.replace(to)
    if (!requested) return
    const { add: _add, next: _next, ...rest } = search
    void router.navigate({ to: '.', search: rest as never, replace: true })
  }
  return {
    adding: may && (pressed || requested),
    add: () => setPressed(true),
    cancel: () => leave(next),
    /** `name` is the field of the form that asked. */
    finish: (name: string, id: string) => leave(next && withId(next, name, id, location.origin)),
    back: next ? { label: 'Back', to: next } : undefined,
  } as const
}
