import { isLoopbackName } from './loopback.ts'

/** REQUIRE_TLS=on: nothing of the database or the stored files leaves this machine in the open. */

interface Addresses {
  REQUIRE_TLS?: boolean | undefined
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  STORAGE_URL?: string | undefined
}

export function tlsFaults(e: Addresses): string[] {
  if (!e.REQUIRE_TLS) return []
  const faults: string[] = []
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const address = e[name]
    if (!address || staysHere(address) || isVerified(address)) continue
    faults.push(
      `${name} must end in sslmode=verify-full, because REQUIRE_TLS is on (and sslrootcert=FILE ` +
        'where the certificate is signed by an authority of your own).',
    )
  }
  if (e.STORAGE_URL && !staysHere(e.STORAGE_URL) && /[?&]tls=off\b/.test(e.STORAGE_URL)) {
    faults.push('STORAGE_URL says tls=off, but REQUIRE_TLS is on.')
  }
  return faults
}

/** By a socket, or to this machine itself. */
function staysHere(address: string): boolean {
  const { hostname, searchParams } = new URL(address.replace(/^\w+:/, 'http:'))
  const socket = searchParams.get('host')
  return socket ? socket.startsWith('/') : isLoopbackName(hostname)
}

const isVerified = (address: string) =>
  new URL(address.replace(/^\w+:/, 'http:')).searchParams.get('sslmode') === 'verify-full'
