import type { Answer, Endpoint } from '@mshahara/contract/endpoint'
import { logs } from '@mshahara/contract/logs'
import { useEffect } from 'react'
import { useRead } from '../lib/api.ts'
import { keep, recall } from '../lib/cache.ts'
import { words } from '../lib/format.ts'

/** The lists of the filters: fetched once per browser session, then kept encoded. */
function useKept<E extends Endpoint>(endpoint: E): Answer<E> | undefined {
  const known = recall<Answer<E>>(endpoint.path)
  const { data } = useRead(endpoint, undefined, { enabled: known === undefined })
  useEffect(() => {
    if (data && known === undefined) keep(endpoint.path, data)
  }, [data, known, endpoint])
  return known ?? data ?? undefined
}

export const useModules = () => useKept(logs.modules) ?? []
/** Modules as the filter calls them. */
export function useModuleName(): (module: string) => string {
  const modules = useModules()
  return (module) => modules.find((one) => one.module === module)?.name ?? words(module)
}
export const usePeople = () => useKept(logs.users) ?? []
