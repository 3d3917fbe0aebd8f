/** Lists that rarely change, kept encoded for the length of the browser session. */

export const cachePrefix = 'mshahara.cache.'

export function recall<T>(name: string): T | undefined {
  try {
    const kept = sessionStorage.getItem(cachePrefix + name)
    if (!kept) return undefined
    const bytes = Uint8Array.from(atob(kept), (char) => char.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as T
  } catch {
    return undefined
  }
}

export function keep(name: string, value: unknown) {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  sessionStorage.setItem(cachePrefix + name, btoa(binary))
}
