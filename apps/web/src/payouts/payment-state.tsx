import { Alert, Stack, Text } from '@mantine/core'
import { payouts } from '@mshahara/contract/payouts'
import { useEffect, useRef } from 'react'
import { refresh, useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { IconAlertTriangle, IconInfoCircle } from '../ui/icons.ts'
import { cashPage, Names } from './names.tsx'
import { Outsider } from './outsider.tsx'
import PayerChanges from './payer-changes.tsx'
import { usePreview } from './payment-buttons.tsx'
import { Request } from './request.tsx'
import { heldBackTitle } from './ticks.ts'

interface Props {
  payroll_id: string
  begun: boolean
}

/** On the payroll: who may pay, the request that waits, or why nobody can be paid from here. */
export default function PaymentState(props: Props) {
  return (
    <>
      <PayerChanges />
      <Leavers payroll_id={props.payroll_id} />
      <RequestState {...props} />
    </>
  )
}

/** Whoever is paid only when ticked is named here too, before anybody opens the payments. */
function Leavers({ payroll_id }: Pick<Props, 'payroll_id'>) {
  const preview = usePreview(payroll_id)
  if (!preview?.leavers.length) return null
  const { of, leavers } = preview
  const title = heldBackTitle(leavers)
  return (
    <Alert color="orange" title={title} icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Text size="sm" mb={4}>
        They are paid only if you tick them.
      </Text>
      <Names
        label="Paid only when ticked"
        run={of}
        total={leavers.length}
        of={leavers.map(({ employee, why, amount }) => ({
          employee,
          text: `${why}, ${ksh(amount)}`,
        }))}
      />
    </Alert>
  )
}

/** Once a request is decided, the payroll around it says something else: it is read again. */
function useDecided(request_id: string | undefined) {
  const before = useRef(request_id)
  useEffect(() => {
    if (before.current && !request_id) void refresh()
    before.current = request_id
  }, [request_id])
}

function RequestState({ payroll_id, begun }: Props) {
  const pays = useMay()(payouts.preview)
  const preview = usePreview(payroll_id)
  const call = { params: { id: payroll_id } }
  const { data: summary } = useRead(payouts.summary, call, { enabled: !pays })
  const request = (preview ?? summary)?.request
  useDecided(request?.id)
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
            of={left_out.map(({ employee, reason, signs }) => ({
              ...{ employee, text: reason },
              to: signs ? cashPage(payroll_id) : undefined,
            }))}
          />
        )}
      </Stack>
    </Alert>
  )
}
