import { Button } from '@mantine/core'
import type { Employee } from '@mshahara/contract/employees'
import { leaving } from '@mshahara/contract/leaving'
import { Link } from '@tanstack/react-router'
import { today } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { IconFileCertificate, IconReceipt } from '../ui/icons.ts'
import { usePaper } from './paper.ts'

/** The last day is over. */
export const hasLeft = ({ termination_date }: Employee) =>
  termination_date !== null && termination_date < today()

/** For somebody who leaves: what it comes to, and the certificate that the law owes them. */
export function LeavingButtons({ employee }: { employee: Employee }) {
  const may = useMay()
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
      {hasLeft(employee) && may(leaving.certificate) && (
        <CertificateButton employee_id={employee.id} />
      )}
    </>
  )
}

export function CertificateButton({ employee_id }: { employee_id: string }) {
  const { save, busy } = usePaper(leaving.certificate, employee_id)
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
