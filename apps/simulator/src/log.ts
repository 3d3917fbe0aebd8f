/** What came in and what went out, the newest ten thousand of each. */

export interface Entry {
  id: number
  at: string
  type: 'request' | 'delivery'
  method?: string
  url: string | null
  body: unknown
  status: number | null
  answer?: unknown
  error?: string
}

const kept = 10_000

export interface Log extends ReturnType<typeof openLog> {}

export function openLog(now: () => number) {
  let entries: Entry[] = []
  let last = 0
  const add = (entry: Omit<Entry, 'id' | 'at' | 'status'>): Entry => {
    const whole = { id: ++last, at: new Date(now()).toISOString(), status: null, ...entry }
    entries.push(whole)
    if (entries.length > 2 * kept) entries = entries.slice(-kept)
    return whole
  }
  return {
    request: (method: string, url: string, body: unknown) =>
      add({ type: 'request', method, url, body: masked(body) }),
    delivery: (url: string | null, body: unknown) =>
      add({ type: 'delivery', url, body: masked(body) }),
    /** Deliveries that have not been answered yet. */
    onTheirWay: () =>
      entries.filter(({ type, status, error }) => type === 'delivery' && status === null && !error)
        .length,
    since: (id: number) => entries.filter((entry) => entry.id > id),
    clear() {
      entries = []
    },
  }
}

const masked = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'SecurityCredential' in body
    ? { ...body, SecurityCredential: '***' }
    : body
