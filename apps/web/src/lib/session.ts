import { auth, type Profile } from '@mshahara/contract/auth'
import { type Endpoint, type Holder, mayCall } from '@mshahara/contract/endpoint'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, keyOf, link, queryClient, refresh } from './api.ts'
import { cachePrefix } from './cache.ts'
import { wipeKept } from './kept.ts'
import { Refused, send, Unreachable } from './wire.ts'

/**
 * Who is signed in. The session itself is a cookie no script can read; the profile is all the
 * browser knows of it, and `null` means nobody.
 */

const profileQuery = {
  queryKey: keyOf(auth.profile),
  queryFn: fetchProfile,
  // Every answer reports changed permissions; a missing session may appear at any time.
  staleTime: (query: { state: { data?: Profile | null } }) =>
    query.state.data ? Number.POSITIVE_INFINITY : 0,
  // The guard asks at every screen; that is often enough.
  refetchOnMount: false,
  refetchOnWindowFocus: false,
}

async function fetchProfile(): Promise<Profile | null> {
  // Without a network there is nobody to ask, and no need to try for half a minute.
  if (!navigator.onLine && !isSignedIn()) return null
  // Somebody who was signed in is told that they no longer are; anybody else need not be.
  const quiet = isSignedIn() ? [] : [401]
  try {
    const { data } = await call(auth.profile, undefined, { quiet })
    link.organization = data.organization_id
    return data
  } catch (error) {
    if (error instanceof Unreachable) return null
    if (error instanceof Refused && (error.status === 401 || error.status === 404)) return null
    throw error
  }
}

/** What was read under the session, except the profile itself. */
const isOfSession = ({ queryKey, meta }: { queryKey: QueryKey; meta?: { fixed?: unknown } }) =>
  meta?.fixed !== true && queryKey[1] !== profileQuery.queryKey[1]

export const isSignedIn = () => Boolean(queryClient.getQueryData(profileQuery.queryKey))
const fresh_ms = 1000

/** The profile as known, at once; one that is not quite fresh is refetched meanwhile. */
export async function loadProfile(): Promise<Profile | null> {
  const profile = await queryClient.fetchQuery(profileQuery)
  const known = queryClient.getQueryState(profileQuery.queryKey)
  if (profile && known && Date.now() - known.dataUpdatedAt > fresh_ms) {
    void queryClient.prefetchQuery({ ...profileQuery, staleTime: fresh_ms })
  }
  return profile
}

export function useMaybeProfile(): Profile | null {
  return useQuery(profileQuery).data ?? null
}

const ProfileContext = createContext<Profile | null>(null)
/** The shell tells its screens who is signed in: they never see a session that has just ended. */
export const ProfileProvider = ProfileContext.Provider

/** Inside the shell somebody is always signed in. */
export function useProfile(): Profile {
  const profile = useContext(ProfileContext)
  if (!profile) throw new Error('There is no session.')
  return profile
}

/** Whether to offer a call; `owns` where it is about the person, who may then need no permission. */
export function useMay(): (endpoint: Pick<Endpoint, 'access'>, owns?: boolean) => boolean {
  const { role, permissionNames } = useProfile()
  const holds: Holder['holds'] = (permission) => permissionNames.includes(permission)
  return (endpoint, owns = false) => mayCall(endpoint, { role, holds, owns })
}

/** After signing in, registering or switching: everything known belongs to someone else. */
export async function renewSession(organization: string | null = null): Promise<Profile | null> {
  link.organization = organization
  link.access = null
  link.renewals++
  forgetCaches()
  await queryClient.cancelQueries()
  // Before the new profile is asked for: whatever is fetched meanwhile is of the new organisation,
  // and must not stand beside what the old one left.
  for (const query of queryClient.getQueryCache().findAll({ predicate: isOfSession })) query.reset()
  await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey, refetchType: 'none' })
  const profile = await loadProfile()
  void queryClient.refetchQueries({ predicate: isOfSession, type: 'active' })
  return profile
}

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('mshahara.session')
/** Nobody was there, or the session is simply gone. */
type Ending = 'idle' | 'lost'
type EndListener = (why: Ending) => void
const signOutListeners = new Set<EndListener>()

/** Called when the session ends, here or in another tab. */
export function onSignedOut(listener: EndListener): () => void {
  signOutListeners.add(listener)
  return () => signOutListeners.delete(listener)
}

function forget() {
  link.organization = null
  link.access = null
  forgetCaches()
  queryClient.setQueryData(profileQuery.queryKey, null)
  queryClient.removeQueries({ predicate: isOfSession })
}

function forgetCaches() {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(cachePrefix)) sessionStorage.removeItem(key)
  }
}

const revokeKey = 'mshahara.revoke'

/** Ends the session on the server; when it cannot be reached, at the next contact (A9). */
async function revoke() {
  localStorage.setItem(revokeKey, '1')
  await settle()
}

let settling: Promise<void> | null = null
async function settle() {
  if (!localStorage.getItem(revokeKey)) return
  settling ??= send(auth.logout)
    .then(() => localStorage.removeItem(revokeKey))
    .catch((error) => {
      if (error instanceof Refused) localStorage.removeItem(revokeKey)
    })
    .finally(() => {
      settling = null
    })
  await settling
}

export async function signOut() {
  await wipeKept()
  await stopPush().catch(() => {})
  await revoke()
  forget()
  channel?.postMessage('lost')
}

/**
 * Whoever has left this device is told nothing on it any more. Where the session has only run out,
 * they are: it does so after minutes, and news are for people who are not looking.
 */
async function stopPush() {
  const registration = await navigator.serviceWorker?.getRegistration()
  const device = await registration?.pushManager?.getSubscription()
  await device?.unsubscribe()
}

/** Drops the session without waiting, and tells every tab. */
export function dropSession(why: Ending = 'lost'): boolean {
  if (!isSignedIn()) return false
  void revoke()
  channel?.postMessage(why)
  return leave(why)
}

/**
 * The server has ended it, so nothing is revoked: that would end the session which another tab may
 * have put in its place. The other tabs ask for themselves.
 */
function sessionEnded(): boolean {
  if (!isSignedIn()) return false
  channel?.postMessage('ended')
  return leave('lost')
}

function leave(why: Ending): boolean {
  forget()
  for (const listener of signOutListeners) listener(why)
  return true
}

/** The server says that a session has ended: if it was ours, the answer tells why. */
export function checkSession() {
  if (isSignedIn()) void call(auth.profile).catch(() => {})
}

/** A call that puts another session in place of this one. */
export function replacing<T>(sent: Promise<T>): Promise<T> {
  const answered = sent.finally(() => {
    link.renewals++
  })
  link.renewing = answered
  return answered
}

export const announceSwitch = () => channel?.postMessage('switched')

/** Ties calls, tabs and session together; once, at the start. */
export function watchSession() {
  link.onSessionLost = dropSession
  link.onSessionEnded = sessionEnded
  link.onAccessChanged = () => void refresh()
  link.beforeCall = settle
  channel?.addEventListener('message', ({ data }) => {
    if (!isSignedIn()) return
    if (data === 'switched') return location.reload()
    if (data === 'ended') return checkSession()
    leave(data)
  })
}
