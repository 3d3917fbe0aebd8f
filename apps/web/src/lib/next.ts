import type { Profile } from '@mshahara/contract/auth'

/** Where to take somebody who asked for no page in particular. */
export const home = ({ role }: Pick<Profile, 'role'>) =>
  role === 'super-admin' ? '/organizations' : '/dashboard'

/** Where to go after signing in: a path of this site, or nothing. Never another site (A8). */
export function safeNext(next: unknown, origin: string): string | null {
  if (typeof next !== 'string' || !next.startsWith('/') || next.startsWith('//')) return null
  if (next.includes('\\') || hasControl(next)) return null
  let url: URL
  try {
    url = new URL(next, origin)
  } catch {
    return null
  }
  if (url.origin !== origin || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** Browsers drop tabs and line ends inside addresses, which can turn a path into another host. */
function hasControl(value: string): boolean {
  for (const char of value) {
    const code = char.codePointAt(0) ?? 0
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}
