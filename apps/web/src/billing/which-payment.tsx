import { Radio, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { billing } from '@mshahara/contract/billing'
import { type ReactNode, useEffect } from 'react'
import { useRead } from '../lib/api.ts'
import { dateTime, ksh } from '../lib/format.ts'

/** Orders and payments that money entered by hand may be for, or be. */
export function useCandidates(organization_id: string, amount: number | string) {
  const [asked] = useDebouncedValue(Number(amount), 250)
  const query = { organization_id, ...(asked > 0 && { amount: asked }) }
  return useRead(billing.candidates, { query }, { enabled: organization_id !== '', keep: true })
    .data
}

interface Props {
  organization_id: string
  amount: number | string
  value: string | null | undefined
  error: ReactNode
  onChange: (id: string | null | undefined) => void
}

const none = 'none'

/** A payment that was given already, to whomever, and lacks its number: it is not given twice. */
export function WhichPayment({ organization_id, amount, value, error, onChange }: Props) {
  const nameless = useCandidates(organization_id, amount)?.nameless ?? []
  const asked = nameless.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other payments are another question.
  useEffect(() => onChange(undefined), [asked])
  if (nameless.length === 0) return null
  return (
    <Radio.Group
      label="M-PESA reported these payments without a receipt number. Is it one of them?"
      value={value === null ? none : (value ?? '')}
      error={error}
      onChange={(chosen) => onChange(chosen === none ? null : chosen)}
    >
      <Stack gap="xs" mt="xs" mb={6}>
        {nameless.map((one) => (
          <Radio
            key={one.id}
            value={one.id}
            label={`${one.organization}: ${ksh(one.amount)}`}
            description={[one.reference_no, one.phone, dateTime(one.received_at)].join(' · ')}
          />
        ))}
        <Radio value={none} label="No, it is another payment" />
      </Stack>
    </Radio.Group>
  )
}
