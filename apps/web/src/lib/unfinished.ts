import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { keep, recall } from './cache.ts'

/** An unfinished form waits here while a department is added, and no longer than the session. */
const place = (path: string) => `unfinished ${path}`

export const putAside = (path: string, values: object) => keep(place(path), values)

/** The unfinished form, if there is one, with what was added meanwhile already chosen. */
export function useStart<V extends object>(
  path: string,
  fresh: V,
  /** The fields whose records can be added elsewhere. */
  added: readonly (keyof V & string)[],
): V {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [start] = useState(() => {
    const values = { ...(recall<V | null>(place(path)) ?? fresh) }
    for (const name of added) {
      const id = search[name]
      if (typeof id === 'string') values[name] = id as V[typeof name]
    }
    return values
  })
  useEffect(() => keep(place(path), null), [path])
  return start
}
