import { type AnyRouter, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/** Page, page size, search and filters of a list live in the address bar: linkable, reloadable. */

export interface ListSettings {
  sizes: readonly number[]
  perPage: number
  /** Names of the list's own filters. */
  filters?: readonly string[]
}
/** What most lists offer. */
export const usualSizes = { sizes: [5, 10, 25, 50, 100], perPage: 10 } as const

export interface ListState {
  page: number
  perPage: number
  search: string
  filters: Record<string, string>
}
export type ListChange = Partial<Pick<ListState, 'page' | 'perPage' | 'search'>> & {
  filters?: Record<string, string | null>
}

export function parseList(search: Record<string, unknown>, settings: ListSettings): ListState {
  const page = Number(search.page)
  const perPage = Number(search.per_page)
  const filters: Record<string, string> = {}
  for (const name of settings.filters ?? []) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') filters[name] = value
  }
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    perPage: settings.sizes.includes(perPage) ? perPage : settings.perPage,
    search: typeof search.search === 'string' ? search.search : '',
    filters,
  }
}

/** The next address. Anything but a page turn leads back to page 1; defaults are left out. */
export function changeList(
  search: Record<string, unknown>,
  settings: ListSettings,
  change: ListChange,
): Record<string, unknown> {
  const { page, perPage, search: text, filters } = parseList(search, settings)
  const next = {
    page: change.page ?? (Object.keys(change).length > 0 ? 1 : page),
    per_page: change.perPage ?? perPage,
    search: change.search ?? text,
    ...Object.fromEntries((settings.filters ?? []).map((name) => [name, filters[name] ?? ''])),
    ...change.filters,
  }
  const defaults: Record<string, unknown> = { page: 1, per_page: settings.perPage }
  const kept = Object.entries({ ...search, ...next }).filter(
    ([name, value]) => value !== '' && value !== null && value !== defaults[name],
  )
  return Object.fromEntries(kept)
}

/** On the way to another screen: what is written into the address now would land there. */
export const isLeaving = ({ latestLocation, state }: AnyRouter) =>
  latestLocation.pathname !== (state.resolvedLocation ?? latestLocation).pathname

export function useListState(settings: ListSettings) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings of a list never change.
  const state = useMemo(() => parseList(search, settings), [search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings of a list never change.
  const change = useCallback(
    async (wanted: ListChange) => {
      if (isLeaving(router)) return
      await navigate({
        to: '.',
        search: ((now: Record<string, unknown>) => changeList(now, settings, wanted)) as never,
        // Typing a search should not fill the history; turning a page should.
        replace: wanted.page === undefined,
      })
    },
    [navigate, router],
  )
  return { state, change }
}

/** One page of rows held in the browser. */
export function slicePage<Row>(rows: Row[], page: number, perPage: number) {
  const pages = Math.max(1, Math.ceil(rows.length / perPage))
  const current = Math.min(page, pages)
  const first = (current - 1) * perPage
  return { rows: rows.slice(first, first + perPage), page: current, pages, first }
}

/** The first page, the last, one either side of the current one, and what is left out between. */
export function pagesNear(page: number, pages: number): (number | 'before' | 'after')[] {
  const near = [page - 1, page, page + 1].filter((number) => number > 1 && number < pages)
  const before = (near[0] ?? 2) > 2 ? (['before'] as const) : []
  const after = (near.at(-1) ?? pages) < pages - 1 ? (['after'] as const) : []
  return [1, ...before, ...near, ...after, ...(pages > 1 ? [pages] : [])]
}

/** Case-insensitive substring search over one text per row. */
export function searchRows<Row>(rows: Row[], texts: string[], search: string): Row[] {
  const wanted = search.trim().toLowerCase()
  return wanted === '' ? rows : rows.filter((_, index) => texts[index]?.includes(wanted))
}

/** Search values are plain text: no JSON, so that `?search=007` stays "007". */
export const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}
