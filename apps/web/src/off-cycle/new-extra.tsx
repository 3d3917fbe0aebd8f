import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { defaultMonth, type MonthName, monthFrom, monthNames } from '@mshahara/contract/months'
import { type ExtraPayrollInput, offCycle } from '@mshahara/contract/off-cycle'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type Form, useCallForm } from '../lib/form.ts'
import { today } from '../lib/format.ts'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { Items } from './items.tsx'
import { People } from './people.tsx'

const Day = lazy(() => import('../ui/day.tsx'))

type Values = ExtraPayrollInput & Record<string, unknown>

function initial(): Values {
  const { month, year } = defaultMonth(today())
  const bonus = { name: 'Bonus', kind: 'one-off' as const }
  return { ...{ title: '', month, year, pay_on: '' }, items: [bonus], employees: [] }
}

const years = () => {
  const last = Number(today().slice(0, 4)) + 1
  return Array.from({ length: last - 2020 }, (_, index) => String(last - index))
}

/** Who is paid what beside the month, under which name and when; the amounts come next. */
export default function NewExtra() {
  const navigate = useNavigate()
  const { form, submit, busy } = useCallForm<typeof offCycle.create, Values>({
    endpoint: offCycle.create,
    initial: initial(),
    long: true,
    done: 'Extra payroll created successfully',
    onDone: ({ data: { id } }) => navigate({ to: `/extraPayroll/${id}` }),
  })
  const { month, year, items, employees } = form.values
  return (
    <Page
      title="New Extra Payroll"
      subtitle="A bonus, a 13th month or a commission, on top of the month's payroll"
      back={{ label: 'Back to payrolls', to: '/payrolls/employees' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <Card title="Payroll">
            <Head form={form} />
          </Card>
          <Card title="What is paid">
            <Items
              items={items}
              errors={form.errors}
              onChange={(next) => form.setFieldValue('items', next)}
            />
          </Card>
          <Card title={`People (${employees.length} chosen)`}>
            <People
              month={monthFrom(month, Number(year))}
              chosen={employees}
              error={form.errors.employees}
              onChange={(next) => form.setFieldValue('employees', next)}
            />
          </Card>
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              Enter Amounts
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  )
}

/** Under which name, for which month, and when it is paid. */
function Head({ form }: { form: Form<Values> }) {
  const { month, year } = form.values
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        <TextInput
          label="Name"
          description="Shown on payslips"
          placeholder="13th Month 2026"
          {...form.getInputProps('title')}
        />
        <Select
          label="Month"
          description="The month it is taxed in"
          data={[...monthNames]}
          allowDeselect={false}
          value={month}
          error={form.errors.month}
          onChange={(value) => form.setFieldValue('month', value as MonthName)}
        />
        <Select
          label="Year"
          description="&nbsp;"
          data={years()}
          allowDeselect={false}
          value={String(year)}
          error={form.errors.year}
          onChange={(value) => form.setFieldValue('year', Number(value))}
        />
        <Suspense fallback={null}>
          <Day
            label="Pay Date"
            description="When people are paid"
            {...form.getInputProps('pay_on')}
          />
        </Suspense>
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="md">
        PAYE, NSSF, SHIF and Housing Levy are worked out on the whole month, less what its other
        confirmed payrolls deducted.
      </Text>
    </>
  )
}
