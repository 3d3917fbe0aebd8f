import type { Endpoint } from '@mshahara/contract/endpoint'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { saveFile } from '../ui/save-file.ts'

/** A paper of somebody, asked for and saved as a file. */
export function usePaper(endpoint: Endpoint, id: string) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    // lib/api.ts has already said why it failed.
    const sent = await call(endpoint, { params: { id } } as never).catch(() => null)
    setBusy(false)
    if (sent) saveFile(sent.data as { name: string; file: string })
  }
  return { save, busy }
}
