/** Properties as indented JSON; text that is not JSON stays as it is. */
export function pretty(properties: unknown): string {
  if (properties === null || properties === undefined || properties === '') return 'No data'
  let value = properties
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value)
    } catch {
      return String(properties)
    }
  }
  const empty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return empty ? 'No data' : JSON.stringify(value, null, 2)
}
