import { Button, Group, Stack, Text } from '@mantine/core'
import { type Correctable, corrections } from '@mshahara/contract/corrections'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { type Form, useCallForm } from '../lib/form.ts'
import { useParam } from '../lib/param.ts'
import { toast } from '../lib/toast.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconFileTypePdf } from '../ui/icons.ts'
import { Figure } from '../ui/money.tsx'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Fields } from './fields.tsx'
import { byDays, isChanged, type Values, valuesOf } from './values.ts'
import { Actions, useWorkedOut, WorkedOut } from './worked-out.tsx'

const Day = lazy(() => import('../ui/day.tsx'))

/** A confirmed payslip that paid too little or too much. */
export default function CorrectPayslip() {
  const id = useParam('id')
  const { data, isPending } = useRead(corrections.of, { params: { id } })
  const whose = data && `${data.employee.name}, ${data.month} ${data.year}`
  return (
    <Page
      title="Correct Payslip"
      tab={whose ? `Correct Payslip, ${whose}` : 'Correct Payslip'}
      subtitle={data ? `${data.code}: ${whose}` : ' '}
      back={{ label: 'Back to the payslip', to: `/payslip/${id}` }}
    >
      {isPending && <Waiting />}
      {!isPending && !data && (
        <div className="card">
          <Empty icon={IconFileTypePdf} title="This payslip cannot be corrected" />
        </div>
      )}
      {data && <Sheet of={data} />}
    </Page>
  )
}

type Opening = Values & { pay_on: string }

function Sheet({ of }: { of: Correctable }) {
  const navigate = useNavigate()
  const { form, submit, busy } = useCallForm<typeof corrections.create, Opening>({
    endpoint: corrections.create,
    params: { id: of.payslip_id },
    initial: { ...valuesOf(of.lines), pay_on: '' },
    long: true,
    done: 'Correction created successfully',
    onDone: ({ data: { id } }) => navigate({ to: `/payroll/${id}` }),
  })
  const worked = useWorkedOut(of.payslip_id, form.values)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        {of.days && (
          <Days
            paid={of.days}
            onFill={(should) => {
              const days = { paid: of.days?.paid ?? 0, should }
              form.setFieldValue('lines', byDays(of.lines, form.values.lines, days))
            }}
          />
        )}
        <Fields paid={of.lines} left_out={of.left_out} form={form as unknown as Form<Values>} />
        <WorkedOut of={worked} changed={isChanged(of.lines, form.values)} />
        <Card title="Payment">
          <Suspense fallback={null}>
            <Day
              label="Pay Date"
              description="When the difference is paid"
              maw={240}
              {...form.getInputProps('pay_on')}
            />
          </Suspense>
        </Card>
        <Actions label="Create Correction" busy={busy} ready={worked.result !== null} />
      </Stack>
    </form>
  )
}

interface DaysProps {
  paid: { paid: number; of: number }
  onFill: (days: number) => void
}

/** Basic pay and allowances for other days than were paid; each can still be changed. */
function Days({ paid, onFill }: DaysProps) {
  const [days, setDays] = useState<number | string>('')
  function fill() {
    if (typeof days === 'number' && days >= 0 && days <= paid.of) return onFill(days)
    toast('error', `Please give days between 0 and ${paid.of}.`)
  }
  return (
    <Card title="Days">
      <Group gap="sm" align="flex-end">
        <Text size="sm" mb={8}>{`${paid.paid} of ${paid.of} days were paid.`}</Text>
        <Figure
          label="Days that should have been"
          w={200}
          value={days}
          onChange={(value) => setDays(value)}
        />
        <Button variant="default" onClick={fill}>
          Fill by Days
        </Button>
      </Group>
    </Card>
  )
}
