import { Checkbox, Skeleton, Stack, Text } from '@mantine/core'
import {
  type CasualPayroll,
  type CasualPayslipRow,
  casualPayrolls,
} from '@mshahara/contract/casual-payroll'
import { useRead } from '../lib/api.ts'
import type { CallForm } from '../lib/form.ts'
import { date, ksh } from '../lib/format.ts'
import { Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'

interface Props {
  payroll: CasualPayroll
  onClose: () => void
}

type Form = CallForm<typeof casualPayrolls.reverse>

/** Takes a payroll back; whoever is paid in cash may have signed: it is answered for each (C23). */
export function ReverseCasuals({ payroll: { id, code, from, to }, onClose }: Props) {
  const { data: whole } = useRead(casualPayrolls.get, { params: { id } })
  const cash = whole?.payslips.filter(({ pay_by, net }) => pay_by === 'cash' && net > 0)
  return (
    <FormModal
      endpoint={casualPayrolls.reverse}
      title="Reverse Payroll"
      action="Reverse Payroll"
      params={{ id }}
      initial={{ reason: '', not_signed: [] as string[] }}
      done="Payroll reversed successfully"
      ready={({ values }) => cash?.length === values.not_signed?.length}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${code} stays on record as reversed. It no longer counts in any report, and its people can be paid again for the days from ${date(from)} to ${date(to)}.`}
          </Text>
          {!cash && <Skeleton height={60} radius="md" />}
          {cash && cash.length > 0 && <Cash form={form} cash={cash} />}
          <Reason form={form} first />
        </>
      )}
    </FormModal>
  )
}

function Cash({ form, cash }: { form: Form; cash: CasualPayslipRow[] }) {
  const ticked = form.values.not_signed ?? []
  const tick = (id: string, on: boolean) =>
    form.setFieldValue('not_signed', on ? [...ticked, id] : ticked.filter((one) => one !== id))
  return (
    <>
      <Text size="sm">
        The people below are paid in cash and may have signed for it. Tick each of them once you
        know that they have not: reversed, they can be paid again.
      </Text>
      <Stack gap="xs" role="group" aria-label="Have not signed for cash">
        {cash.map(({ casual: { id, casual_no, first_name, last_name }, net }) => (
          <Checkbox
            key={id}
            label={`${first_name} ${last_name} has not signed`}
            description={`${casual_no} · ${ksh(net)}`}
            checked={ticked.includes(id)}
            onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
          />
        ))}
      </Stack>
    </>
  )
}
