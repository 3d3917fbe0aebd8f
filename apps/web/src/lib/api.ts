import { auth } from '@mshahara/contract/auth'
import type { Answer, Call, Endpoint } from '@mshahara/contract/endpoint'
import { catalogued, errorWords } from '@mshahara/contract/errors'
import { settings } from '@mshahara/contract/settings'
import { QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { daysInWords } from './format.ts'
import { wipeKept } from './kept.ts'
import { inSpoken } from './refusals.ts'
import { bulleted, toast } from './toast.tsx'
import { Refused, type Sent, send, Unreachable, WaitsForSecond } from './wire.ts'

/** Every call the browser makes passes through here, so errors are reported in one place. */

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** What calls need to know about the session, and what they tell it. Set by `session.ts`. */
export const link = {
  organization: null as string | null,
  access: null as string | null,
  /** How often the session was replaced: signed in, or switched to another organisation. */
  renewals: 0,
  /** Ends when a switch that is on its way has been answered. */
  renewing: null as Promise<unknown> | null,
  onAccessChanged: () => {},
  /** Nobody can be asked any more. Whether there was one. */
  onSessionLost: (): boolean => false,
  /** The server knows it no more. Whether there was one. */
  onSessionEnded: (): boolean => false,
  /** Settles a sign-out that could not reach the server. */
  beforeCall: async () => {},
}

export interface CallOptions {
  key?: string
  signal?: AbortSignal
  /** Statuses the caller deals with itself, without a message. */
  quiet?: readonly number[]
}

export async function call<E extends Endpoint>(
  endpoint: E,
  input?: Call<E>,
  { quiet = [], ...options }: CallOptions = {},
): Promise<Sent<E>> {
  await link.beforeCall()
  const { organization, renewals } = link
  try {
    const sent = await send(endpoint, input, { ...options, organization })
    noteAccess(sent.access)
    return sent
  } catch (error) {
    if (options.signal?.aborted) throw error
    if (await isOfOldSession(error, endpoint, renewals)) throw error
    if (endpoint.access !== 'public') await forgetPlace(error, organization)
    await tell(error, endpoint, quiet)
    throw error
  }
}

/** It went out under a session that was replaced meanwhile, which says nothing of this one. */
async function isOfOldSession(error: unknown, endpoint: Endpoint, renewals: number) {
  if (endpoint.secret || !(error instanceof Refused) || error.status !== 401) return false
  await link.renewing
  if (renewals !== link.renewals) return true
  if (endpoint.access === 'public' || link.access === null || error.code) return false
  following ??= isReplacedElsewhere().finally(() => {
    following = null
  })
  return following
}

let following: Promise<boolean> | null = null
const cookieArrives_ms = 1000

/** Another tab may have put a new session in place; its cookie can still be on its way. */
async function isReplacedElsewhere(): Promise<boolean> {
  for (const pause_ms of [0, cookieArrives_ms]) {
    await new Promise((resolve) => setTimeout(resolve, pause_ms))
    const profile = await send(auth.profile).catch(() => null)
    if (!profile) continue
    if (profile.data.organization_id !== link.organization) location.reload()
    return true
  }
  return false
}

/** A permission granted or withdrawn elsewhere takes effect at once. */
function noteAccess(access: string | null) {
  if (access === null || access === link.access) return
  const changed = link.access !== null
  link.access = access
  if (changed) link.onAccessChanged()
}

/** The person, or the whole organisation, has no place here: a phone keeps nothing of it. */
async function forgetPlace(error: unknown, organization: string | null) {
  const isGone = error instanceof Refused && ['deactivated', 'removed'].includes(error.code ?? '')
  if (isGone) await wipeKept(organization)
}

async function tell(error: unknown, endpoint: Endpoint, quiet: readonly number[]) {
  if (error instanceof Unreachable) return tellUnreachable(endpoint)
  if (error instanceof WaitsForSecond) {
    toast('info', error.message)
    return void refresh()
  }
  if (!(error instanceof Refused)) {
    console.error(error)
    return toast('error', await inSpoken(errorWords.unexpected))
  }
  const { status, message, fields, code } = error
  // The session acts in another organisation now, chosen in another tab.
  if (code === 'switched') return location.reload()
  // Nothing else can be done before; the screen for it calls nothing that is refused.
  if (code === 'second-factor') return location.replace('/second-factor')
  if (quiet.includes(status) || status === 404) return
  if (status === 401 && endpoint.access === 'public') {
    return toast('error', message)
  }
  if (status === 401) {
    const ended = link.onSessionEnded()
    // A sentence about the organisation says more than that one has to sign in again.
    if (code === 'deactivated') return toast('warning', message)
    // Whatever has ended the session before has been told.
    if (ended) toast('error', await inSpoken(errorWords.unauthorized))
    return
  }
  if (status === 422) {
    const told = Object.values(fields).flat().map(daysInWords)
    return toast('error', told.length > 0 ? bulleted(told) : message)
  }
  toast('error', await inSpoken(catalogued(status) ?? errorOf(status, message)))
}

const errorOf = (status: number, message: string) =>
  errorWords.other({ status, message: message || errorWords.someError })

/**
 * What is safe to repeat has been tried for half a minute. Anything else has not, so the server is
 * asked for something harmless, and the session is given up only if that fails too.
 */
async function tellUnreachable(endpoint: Endpoint) {
  toast('error', await inSpoken(errorWords.network))
  if (endpoint.effect === 'read') return link.onSessionLost()
  try {
    await send(settings.config)
  } catch (error) {
    if (error instanceof Unreachable) link.onSessionLost()
  }
}
export const keyOf = (endpoint: Endpoint, input?: Call<Endpoint>) =>
  input ? [endpoint.method, endpoint.path, input] : [endpoint.method, endpoint.path]

export interface ReadOptions<T> {
  enabled?: boolean
  /** Show the last page while the next one loads. */
  keep?: boolean
  /** Never changes while the page is open. */
  fixed?: boolean
  /** Known from an earlier visit. */
  initial?: T
  every_ms?: number | ((data: T | null | undefined) => number | false)
}

/** Reads; `null` when there is no such thing (404). */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input?: Call<E>,
  options: ReadOptions<Answer<E>> = {},
) {
  const { enabled, keep, fixed, initial, every_ms } = options
  return useQuery<Answer<E> | null>({
    queryKey: keyOf(endpoint, input as Call<Endpoint>),
    queryFn: ({ signal }) => read(endpoint, input, { signal }),
    enabled,
    initialData: initial,
    meta: { fixed },
    ...(fixed && { staleTime: Number.POSITIVE_INFINITY }),
    ...(keep && { placeholderData: (previous) => previous }),
    refetchInterval:
      typeof every_ms === 'function' ? (query) => every_ms(query.state.data) : every_ms,
  })
}

export async function read<E extends Endpoint>(
  endpoint: E,
  input?: Call<E>,
  options: CallOptions = {},
): Promise<Answer<E> | null> {
  try {
    return (await call(endpoint, input, options)).data
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}

/** A slice of a long list with the length of the whole; the last one stays while the next loads. */
export function useSlice<E extends Endpoint>(
  endpoint: E,
  query: Call<E>['query'],
  params?: Call<E>['params'],
  every_ms?: (rows: Answer<E>) => number | false,
) {
  const input = { query, ...(params && { params }) } as Call<E>
  return useQuery({
    queryKey: keyOf(endpoint, input as Call<Endpoint>),
    queryFn: async ({ signal }) => {
      const { data, total } = await call(endpoint, input, { signal })
      return { rows: data, total: total ?? 0 }
    },
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data ? (every_ms?.(state.data.rows) ?? false) : false),
  })
}

export interface WriteOptions extends Pick<CallOptions, 'quiet'> {
  /** The caller renews the session, and with it everything on the screen. */
  renews?: boolean
}

/** Writes, then refetches what is on the screen; calls that renew the session do so themselves. */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  { renews = endpoint.secret, ...options }: WriteOptions = {},
) {
  const keys = useRef({ of: '', key: '' })
  const mutation = useMutation({
    mutationFn: async (input: Call<E> = {}) => {
      const sent = await call(endpoint, input, { ...options, key: keyFor(endpoint, input, keys) })
      keys.current = { of: '', key: '' }
      return sent
    },
    onSuccess: () => (renews || endpoint.effect === 'read' ? undefined : refresh()),
  })
  return { run: mutation.mutateAsync, busy: mutation.isPending }
}

/** A submit that is retried carries the same key, so that the server acts once. */
function keyFor(
  endpoint: Endpoint,
  input: unknown,
  keys: { current: { of: string; key: string } },
) {
  if (endpoint.effect === 'read' || endpoint.secret) return undefined
  const of = JSON.stringify(input)
  if (keys.current.of !== of) keys.current = { of, key: crypto.randomUUID() }
  return keys.current.key
}

export const refresh = () =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.fixed !== true })
