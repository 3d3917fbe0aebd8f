import { Button } from '@mantine/core'
import { type PayoutPreview, payouts } from '@mshahara/contract/payouts'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { IconSend } from '../ui/icons.ts'

const PaymentsModal = lazy(() => import('./payments-modal.tsx'))

/** What Make Payments would do now, for whoever may pay. */
export function usePreview(payroll_id: string) {
  const enabled = useMay()(payouts.preview)
  return useRead(
    payouts.preview,
    { params: { id: payroll_id } },
    // Whoever has asked sees it when somebody agrees or declines.
    { enabled, every_ms: (known) => (known?.request?.own ? 5000 : false) },
  ).data
}

/** While somebody's request waits, there is nothing more to ask for. */
const isOffered = ({ count, leavers, request, second_person }: PayoutPreview) =>
  count + leavers.length > 0 && (!request || request.overtaken || !second_person)

export default function PaymentButtons({ payroll_id }: { payroll_id: string }) {
  const preview = usePreview(payroll_id)
  const [open, setOpen] = useState(false)
  return (
    <>
      {preview && isOffered(preview) && (
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setOpen(true)}>
          Make Payments
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <PaymentsModal payroll_id={payroll_id} act="make" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
