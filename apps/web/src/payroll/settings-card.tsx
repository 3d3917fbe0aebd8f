import { Button, Group, Select, SimpleGrid, Stack, Switch, Title } from '@mantine/core'
import { payrolls } from '@mshahara/contract/payroll'
import { settings } from '@mshahara/contract/settings'
import { Suspense } from 'react'
import { useRead } from '../lib/api.ts'
import { type Body, useCallForm } from '../lib/form.ts'
import { useMay } from '../lib/session.ts'
import { SecondPerson } from '../payouts/index.ts'
import { noteBelow } from '../ui/fields.tsx'

const roundings = [
  { value: 'cent', label: 'To the cent' },
  { value: 'shilling', label: 'To the shilling' },
]

type Settings = Body<typeof payrolls.changeSettings>

/** The organisation's choices for its payrolls; for whoever may edit it. */
export default function PayrollSettings() {
  const may = useMay()
  const { data } = useRead(payrolls.settings, undefined, { enabled: may(payrolls.changeSettings) })
  if (!data) return null
  return <Form key={JSON.stringify(data)} initial={data} />
}

function Form({ initial }: { initial: Settings }) {
  const law = useRead(settings.config, undefined, { fixed: true }).data?.law
  const { form, submit, busy } = useCallForm({
    endpoint: payrolls.changeSettings,
    initial,
    done: 'Payroll settings updated successfully',
  })
  const flag = (name: 'withhold_consultants' | 'pdf_password' | 'text_news') =>
    form.getInputProps(name, { type: 'checkbox' })
  return (
    <section className="card" aria-label="Payroll settings">
      <form onSubmit={submit} noValidate>
        <Stack p="var(--card-pad)" gap="md">
          <Title order={2}>Payroll settings</Title>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Switch
              label="Withholding tax on consultants"
              description={
                law &&
                `${law.withholding_percent}% of fees from Ksh ${law.withholding_from.toLocaleString('en')} a month.`
              }
              {...flag('withhold_consultants')}
            />
            <Switch
              label="Password on emailed payslips"
              description="The employee's ID number opens the PDF."
              {...flag('pdf_password')}
            />
            <Switch
              label="Text messages to employees"
              description="When they are paid, and when leave or a loan is approved. Your organization pays for the texts."
              {...flag('text_news')}
            />
            <Select
              label="SHIF rounding"
              data={roundings}
              {...form.getInputProps('shif_rounding')}
            />
            <Select
              label="PAYE rounding"
              description="“To the shilling” drops the cents."
              {...noteBelow}
              data={roundings}
              {...form.getInputProps('paye_rounding')}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" loading={busy} disabled={!form.isDirty()}>
              Save Settings
            </Button>
          </Group>
        </Stack>
      </form>
      <Suspense fallback={null}>
        <SecondPerson />
      </Suspense>
    </section>
  )
}
