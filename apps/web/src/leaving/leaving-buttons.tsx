import { Button } from '@mantine/core'
import type { Employee } from '@mshahara/contract/employees'
import { leaving } from '@mshahara/contract/leaving'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { today } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { IconFileCertificate, IconReceipt } from '../ui/icons.ts'
import { saveFile } from '../ui/save-file.ts'

/** For somebody who leaves: what it comes to, and the certificate that the law owes them. */
export function LeavingButtons({ employee }: { employee: Employee }) {
  const may = useMay()
  const hasLeft = employee.termination_date !== null && employee.termination_date < today()
  return (
    <>
      {may(leaving.dues) && (
        <Button
          variant="default"
          leftSection={<IconReceipt size={16} aria-hidden />}
          component={Link}
          to={`/final-dues/${employee.id}`}
        >
          Final Dues
        </Button>
      )}
      {hasLeft && may(leaving.certificate) && <CertificateButton employee_id={employee.id} />}
    </>
  )
}

function CertificateButton({ employee_id }: { employee_id: string }) {
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
