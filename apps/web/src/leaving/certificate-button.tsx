import { Button } from '@mantine/core'
import { leaving } from '@mshahara/contract/leaving'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { IconFileCertificate } from '../ui/icons.ts'
import { saveFile } from '../ui/save-file.ts'

/** Of somebody whose last day is over: the certificate that the law owes them. */
export function CertificateButton({ employee_id }: { employee_id: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    // lib/api.ts has already said why it failed.
    const sent = await call(leaving.certificate, { params: { id: employee_id } }).catch(() => null)
    setBusy(false)
    if (sent) saveFile(sent.data)
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconFileCertificate size={16} aria-hidden />}
      onClick={() => void save()}
    >
      Certificate of Service
    </Button>
  )
}
