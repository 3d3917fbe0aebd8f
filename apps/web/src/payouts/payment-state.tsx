import { Alert, Stack, Text } from '@mantine/core'
import { payouts } from '@mshahara/contract/payouts'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { IconInfoCircle } from '../ui/icons.ts'
import { Names } from './names.tsx'
import { Outsider } from './outsider.tsx'
import { usePreview } from './payment-buttons.tsx'
import { Request } from './request.tsx'

/** On the payroll: the request that waits, or why nobody can be paid from here. */
export default function PaymentState({
  payroll_id,
  begun,
}: {
  payroll_id: string
  begun: boolean
}) {
  const pays = useMay()(payouts.preview)
  const preview = usePreview(payroll_id)
  const call = { params: { id: payroll_id } }
  const { data: summary } = useRead(payouts.summary, call, { enabled: !pays })
  const request = (preview ?? summary)?.request
  if (request) {
    return (
      <>
        <Outsider />
        <Request payroll_id={payroll_id} request={request} />
      </>
    )
  }
  if (!pays) return <Outsider />
  if (!preview?.impossible || begun) return null
  const { of, impossible, left_out, left_out_count, integrated } = preview
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />} role="note">
      <Stack gap={4}>
        <Text size="sm">{impossible}</Text>
        {integrated && (
          <Names
            label="Cannot be paid now"
            run={of}
            total={left_out_count}
            of={left_out.map(({ employee, reason }) => ({ employee, text: reason }))}
          />
        )}
      </Stack>
    </Alert>
  )
}
