/** A body without these fields (in small letters), however deep they are in it. */
export function without(body: unknown, secrets: readonly string[]): unknown {
  if (Array.isArray(body)) return body.map((one) => without(one, secrets))
  if (typeof body !== 'object' || body === null) return body
  const left = Object.entries(body).filter(([name]) => !secrets.includes(name.toLowerCase()))
  return Object.fromEntries(left.map(([name, value]) => [name, without(value, secrets)]))
}
