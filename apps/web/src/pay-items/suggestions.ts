import { allowances, type ItemNames } from '@mshahara/contract/pay-items'
import { useEffect, useState } from 'react'
import { read } from '../lib/api.ts'
import { keep, recall } from '../lib/cache.ts'

/** Names to choose from, fetched once per browser session; new ones are added as they are used. */

const key = 'allowanceNames'

export function useSuggestions(list: keyof ItemNames): string[] {
  const [names, setNames] = useState(() => recall<ItemNames>(key))
  useEffect(() => {
    if (names) return
    const ending = new AbortController()
    // Without suggestions a name is simply typed in full.
    read(allowances.names, undefined, { signal: ending.signal, quiet: [403] })
      .then((found) => {
        if (!found) return
        keep(key, found)
        setNames(found)
      })
      .catch(() => {})
    return () => ending.abort()
  }, [names])
  return names?.[list] ?? []
}

export function remember(list: keyof ItemNames, name: string) {
  const names = recall<ItemNames>(key)
  const given = name.trim()
  const isGiven = (known: string) => known.toLowerCase() === given.toLowerCase()
  if (!names || !given || names[list].some(isGiven)) return
  const more = [...names[list], given].sort((a, b) => a.localeCompare(b, 'en'))
  keep(key, { ...names, [list]: more })
}
