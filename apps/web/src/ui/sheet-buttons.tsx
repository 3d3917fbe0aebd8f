import { Button } from '@mantine/core'
import type { Call, Endpoint } from '@mshahara/contract/endpoint'
import { type Extension, extensionLabels, extensions } from '@mshahara/contract/exports'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { IconFileSpreadsheet } from './icons.ts'
import { saveFile } from './save-file.ts'

interface Props {
  endpoint: Endpoint
  params: Record<string, string>
}

/** A table as a file, in each format there is. */
export function SheetButtons({ endpoint, params }: Props) {
  const [busy, setBusy] = useState<Extension | null>(null)
  async function save(extension: Extension) {
    setBusy(extension)
    // lib/api.ts has already said why it failed.
    const sent = await call(endpoint, { params, query: { extension } } as Call<Endpoint>).catch(
      () => null,
    )
    setBusy(null)
    if (sent) saveFile(sent.data as { name: string; file: string })
  }
  return extensions.map((extension) => (
    <Button
      key={extension}
      variant="default"
      loading={busy === extension}
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      onClick={() => void save(extension)}
    >
      {extensionLabels[extension]}
    </Button>
  ))
}
